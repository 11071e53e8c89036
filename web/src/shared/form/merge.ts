import { photoKey } from './photo';

type Values = Record<string, unknown>;

/** Result of putting typed values upon freshly loaded ones. */
export type Merged<V> = {
  values: V;
  /** Fields changed here and by somebody else: what is saved now. */
  conflicts: Partial<Record<string, string>>;
};

const signedLink = /^(?:https?:\/\/[^/]+)?\/files\/[^?]+\?/;

// Links to files are signed anew with each answer: the same file is the same value.
const unsigned = (_key: string, value: unknown) =>
  typeof value === 'string' && signedLink.test(value) ? photoKey(value) : value;

const same = (a: unknown, b: unknown) =>
  JSON.stringify(a, unsigned) === JSON.stringify(b, unsigned);

/** Keeps what was typed, takes the rest from the fresh values, and names the fields both sides changed. */
export function merge<V extends Values>(typed: V, base: V, fresh: V): Merged<V> {
  const values: Values = { ...fresh };
  const conflicts: Partial<Record<string, string>> = {};
  for (const key of Object.keys(typed)) {
    if (same(typed[key], base[key])) continue;
    values[key] = typed[key];
    if (!same(fresh[key], base[key]) && !same(fresh[key], typed[key])) {
      conflicts[key] = typeof fresh[key] === 'string' ? fresh[key] : JSON.stringify(fresh[key]);
    }
  }
  return { values: values as V, conflicts };
}
