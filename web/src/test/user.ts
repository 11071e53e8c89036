import userEvent from '@testing-library/user-event';

/** Hands that type without pauses: a timer per key makes tests wait for a busy machine. */
export const user = userEvent.setup({ delay: null });
