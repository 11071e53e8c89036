import userEvent from '@testing-library/user-event';

/**
 * userEvent without pauses between keys, because a timer per key is slow on a busy machine. It also
 * skips the pointer-events check at every ancestor: these tests have no style sheets.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
