import { photoKey } from './photo';

type Values = Record<string, unknown>;

/** Result of merging typed values into reloaded ones. */
export type Merged<V> = {
  values: V;
  /** Fields that both sides changed, with the saved value. */
  conflicts: Partial<Record<string, string>>;
};

const signedLink = /^(?:https?:\/\/[^/]+)?\/files\/[^?]+\?/;

// File links get a new signature with each response: compare them without it.
const unsigned = (_key: string, value: unknown) =>
  typeof value === 'string' && signedLink.test(value) ? photoKey(value) : value;

const same = (a: unknown, b: unknown) =>
  JSON.stringify(a, unsigned) === JSON.stringify(b, unsigned);

/** Three-way merge: keeps typed fields, takes the rest from the reloaded values, and reports conflicts. */
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
