// What was typed, by member and form. In memory only: it is personal. It survives leaving the screen and the end of the
// session, not a sign-out.
const typed = new Map<string, unknown>();

/** Reads what was typed. */
export const readTyped = (key: string) => typed.get(key);

/** Holds what was typed; undefined drops it. */
export const holdTyped = (key: string, value: unknown) =>
  value === undefined ? typed.delete(key) : typed.set(key, value);

/** Forgets what was typed: its owner has signed out. */
export const forgetTyped = () => typed.clear();
