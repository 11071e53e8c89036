import userEvent from '@testing-library/user-event';

/**
 * Hands that type without pauses: a timer per key makes tests wait for a busy machine. They do not look for
 * pointer-events: none at every step up the page either, as there are no style sheets in these tests.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
