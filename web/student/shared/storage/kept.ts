import { createStore, del, get, keys, set, update } from 'idb-keyval';

// Storage on the phone: the only file that uses IndexedDB. If the browser refuses it (private window, full disk), the app
// works without storage.
const store = createStore('studbonus-app', 'kept');

async function quietly<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

/** The key of the till's data. */
export const tillName = 'till';

/** The key of whether installing was offered. */
export const installName = 'installOffered';

const ofThePhone = [tillName, installName]; // regardless of who is signed in

/** Reads a stored value. */
export const readKept = <T>(name: string) => quietly(get<T>(name, store));

/** Stores a value. */
export const keep = (name: string, value: unknown) => quietly(set(name, value, store));

/** Reads a stored value, or creates and stores it; two tabs get the same one. */
export async function keepOnce<T>(name: string, make: () => T): Promise<T> {
  let value: T | undefined;
  const choose = (there: T | undefined) => {
    value = there ?? make();
    return value;
  };
  await quietly(update<T>(name, choose, store));
  return value ?? make();
}

/** Deletes a value. */
export const forget = (name: string) => quietly(del(name, store));

/** Deletes all values except the phone's own and those whose keys start with one of the prefixes. */
export async function forgetAllBut(...prefixes: readonly string[]) {
  const names = (await quietly(keys<string>(store))) ?? [];
  const left = [...ofThePhone, ...prefixes];
  const isForgotten = (name: string) => !left.some((prefix) => name.startsWith(prefix));
  await Promise.all(names.filter(isForgotten).map(forget));
}

/** Asks the browser not to evict the storage when the disk is full. */
export const keepForGood = () => void quietly(Promise.resolve(navigator.storage?.persist?.()));
