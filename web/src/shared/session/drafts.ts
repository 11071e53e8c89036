// The only file that touches IndexedDB. Security R21: drafts of forms stand there by operator, and
// logout erases them. A browser without it (or one that refuses) simply keeps no drafts.

const database = 'studbonus';
const store = 'drafts';

/** A form that was left unsaved. */
export type Draft<V> = {
  /** What the form held before anything was typed. */
  base: V;
  values: V;
  /** When it was last typed in, milliseconds. */
  at: number;
};

/** Whose draft, and of which form. */
export type DraftName = { operator: string; form: string };

const keyOf = ({ operator, form }: DraftName) => `${operator}/${form}`;

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Opened for each use: a connection that stays open would keep other tabs from erasing.
async function use<T>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
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

/** The draft of a form, if there is one. */
export const readDraft = async <V>(name: DraftName): Promise<Draft<V> | undefined> =>
  (await use('readonly', (drafts) => drafts.get(keyOf(name)))) as Draft<V> | undefined;

/** Keeps a draft. */
export const writeDraft = <V>(name: DraftName, draft: Draft<V>) =>
  use('readwrite', (drafts) => drafts.put(draft, keyOf(name)));

/** Forgets a draft. */
export const dropDraft = (name: DraftName) =>
  use('readwrite', (drafts) => drafts.delete(keyOf(name)));

/** Forgets all of them: logout leaves no trace. */
export const eraseDrafts = () => use('readwrite', (drafts) => drafts.clear());
