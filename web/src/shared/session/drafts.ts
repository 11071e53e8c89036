// The only file that touches IndexedDB. Security R21: drafts of forms are kept there by operator, and
// logout erases them. Memory has all of them, and alone has those with personal data: they survive an ended
// session, but are never written to disk. A browser without IndexedDB keeps drafts in memory. Preferences hold nothing
// personal and outlive a logout.
import { openTabs, tabId } from './tab';

const database = 'studbonus';
const stores = ['drafts', 'preferences'] as const;

/** Whose draft, and of which form. The form of a dialog begins with the name of the form it belongs to. */
export type DraftName = { operator: string; form: string };

/** A form that was left unsaved. */
export type Draft<V> = {
  /** What the form held before anything was typed. */
  base: V;
  values: V;
  /** When it was last typed in, milliseconds. */
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

// Opened for each use: a connection that stays open would keep other tabs from erasing.
async function use<T>(
  mode: IDBTransactionMode,
  work: (kept: IDBObjectStore) => IDBRequest<T>,
  store: (typeof stores)[number] = 'drafts',
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 2);
    opening.onupgradeneeded = () => {
      const { objectStoreNames } = opening.result;
      for (const name of stores) {
        if (!objectStoreNames.contains(name)) opening.result.createObjectStore(name);
      }
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

/** The draft that this tab has kept of a form. */
export async function readDraft<V>(name: DraftName) {
  const key = keyOf(name);
  const read = async () => (await use('readonly', (drafts) => drafts.get(key))) as Stored;
  const found = memory.get(key) ?? (await read());
  if (found) memory.set(key, found); // memory has all that is on disk of this tab
  return found as Draft<V> | undefined;
}

/** The latest draft of a form that a closed tab has left behind, with the name of that tab. */
export async function readOrphan<V>({ operator, form }: DraftName) {
  const all = await use('readonly', (drafts): IDBRequest<Stored[]> => {
    return drafts.getAll(IDBKeyRange.bound(`${operator}/`, `${operator}/\uffff`));
  });
  const isOpen = await openTabs();
  const left = all?.filter((one) => one.form === form && one.tab !== tabId && !isOpen(one.tab));
  return left?.sort((a, b) => b.at - a.at)[0] as (Draft<V> & { tab: string }) | undefined;
}

/** Keeps a draft in memory: at once, also when the session ends with this very key. */
export const holdDraft = <V>(name: DraftName, draft: Draft<V>) =>
  memory.set(keyOf(name), { ...draft, form: name.form, tab: tabId });

/** Writes the draft in memory to disk. */
export async function storeDraft(name: DraftName) {
  const held = memory.get(keyOf(name));
  if (held) await use('readwrite', (drafts) => drafts.put(held, keyOf(name)));
}

/** Forgets a draft; those of dialogs within its form stay. */
export async function dropDraft(name: DraftName) {
  if (memory.delete(keyOf(name))) await use('readwrite', (drafts) => drafts.delete(keyOf(name)));
}

/** Forgets a form with everything in it: its draft, and those of its dialogs. */
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

/** How often drafts have been erased: a form that is older than the last time must not bring its own back. */
export const draftErasures = () => erasures;

/** Forgets all of them: logout leaves no trace. */
export function eraseDrafts() {
  forget();
  return use('readwrite', (drafts) => drafts.clear());
}

/** A preference of an operator in this browser. */
export const readPreference = (operator: string, name: string): Promise<unknown> =>
  use('readonly', (kept) => kept.get(`${operator}/${name}`), 'preferences');

/** Keeps a preference. */
export const writePreference = (operator: string, name: string, value: boolean) =>
  use('readwrite', (kept) => kept.put(value, `${operator}/${name}`), 'preferences');

// Another tab has logged out: local storage was emptied as a whole.
addEventListener('storage', ({ key }) => {
  if (key === null) forget();
});
