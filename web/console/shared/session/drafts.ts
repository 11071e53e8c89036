// The only file that uses IndexedDB (rules 17.16): drafts of forms by operator, erased on logout. Memory has all of
// them; drafts with personal data are only in memory: they survive the end of the session but are never written to
// disk. Without IndexedDB all drafts are in memory.
import { openTabs, tabId } from './tab';

const database = 'studbonus';
const store = 'drafts';

/** Operator and form of a draft. A dialog's name starts with the name of its page's form. */
export type DraftName = { operator: string; form: string };

/** An unsaved form. */
export type Draft<V> = {
  /** The saved values before any input. */
  base: V;
  values: V;
  /** Time of the last input, ms. */
  at: number;
};

type Stored = Draft<unknown> & { form: string; tab: string };

const memory = new Map<string, Stored>();
let erasures = 0;

const keyOf = ({ operator, form }: DraftName, tab = tabId) => `${operator}/${tab}/${form}`;

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Opened for each use: an open connection would block deletion in other tabs.
async function use<T>(
  mode: IDBTransactionMode,
  work: (kept: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 2);
    opening.onupgradeneeded = () => {
      const { objectStoreNames } = opening.result;
      if (!objectStoreNames.contains(store)) opening.result.createObjectStore(store);
    };
    const open = await settled(opening);
    try {
      return await settled(work(open.transaction(store, mode).objectStore(store)));
    } finally {
      open.close();
    }
  } catch {
    return undefined;
  }
}

/** This tab's draft of a form. */
export async function readDraft<V>(name: DraftName) {
  const key = keyOf(name);
  const read = async () => (await use('readonly', (drafts) => drafts.get(key))) as Stored;
  const found = memory.get(key) ?? (await read());
  if (found) memory.set(key, found); // memory mirrors this tab's drafts on disk
  return found as Draft<V> | undefined;
}

/** The latest draft of a form from a closed tab, with the id of that tab. */
export async function readOrphan<V>({ operator, form }: DraftName) {
  const all = await use('readonly', (drafts): IDBRequest<Stored[]> => {
    return drafts.getAll(IDBKeyRange.bound(`${operator}/`, `${operator}/\uffff`));
  });
  const isOpen = await openTabs();
  const left = all?.filter((one) => one.form === form && one.tab !== tabId && !isOpen(one.tab));
  return left?.sort((a, b) => b.at - a.at)[0] as (Draft<V> & { tab: string }) | undefined;
}

/** Stores a draft in memory, synchronously. */
export const holdDraft = <V>(name: DraftName, draft: Draft<V>) =>
  memory.set(keyOf(name), { ...draft, form: name.form, tab: tabId });

/** Writes a draft from memory to disk. */
export async function storeDraft(name: DraftName) {
  const held = memory.get(keyOf(name));
  if (held) await use('readwrite', (drafts) => drafts.put(held, keyOf(name)));
}

/** Deletes a draft, but not those of its dialogs. */
export async function dropDraft(name: DraftName) {
  if (memory.delete(keyOf(name))) await use('readwrite', (drafts) => drafts.delete(keyOf(name)));
}

/** Deletes the draft of a form and of its dialogs. */
export async function dropForm(name: DraftName, tab = tabId) {
  const key = keyOf(name, tab);
  for (const held of memory.keys()) {
    if (held === key || held.startsWith(`${key}/`)) memory.delete(held);
  }
  await use('readwrite', (drafts) => drafts.delete(IDBKeyRange.bound(key, `${key}/\uffff`)));
}

function forget() {
  erasures += 1;
  memory.clear();
}

/** Counts erasures: a form mounted before the last one must not write its draft again. */
export const draftErasures = () => erasures;

/** Deletes all drafts on logout. */
export function eraseDrafts() {
  forget();
  return use('readwrite', (drafts) => drafts.clear());
}

/** Deletes the drafts of everybody else on this machine when an operator signs in. */
export async function keepOnlyDraftsOf(operator: string) {
  for (const key of memory.keys()) {
    if (!key.startsWith(`${operator}/`)) memory.delete(key);
  }
  await use('readwrite', (kept) => kept.delete(IDBKeyRange.upperBound(`${operator}/`, true)));
  await use('readwrite', (kept) => kept.delete(IDBKeyRange.lowerBound(`${operator}/\uffff`, true)));
}

// Another tab has logged out and cleared local storage.
addEventListener('storage', ({ key }) => {
  if (key === null) forget();
});
