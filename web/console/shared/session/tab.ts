import { uuid } from '../../../kit/api/uuid';

const slot = 'tab';

// The tab id must survive a reload and the sign-in page, but a duplicated tab needs its own. So it lives in memory,
// and in session storage only between two pages: a duplicate made in between copies nothing. Rules 17.16 are about
// local storage; a short-lived random id has no information. (window.name set on pagehide does not survive
// a reload.)
const id = sessionStorage.getItem(slot) ?? uuid();
sessionStorage.removeItem(slot);
addEventListener('pagehide', () => sessionStorage.setItem(slot, id));
addEventListener('pageshow', () => sessionStorage.removeItem(slot)); // restored from the back/forward cache

const lockOf = (tab: string) => `studbonus-tab-${tab}`;

// A Web Lock held while the tab is open. Without TLS there are no locks: other tabs count as closed.
void navigator.locks
  ?.request(lockOf(id), () => new Promise(() => undefined))
  .catch(() => undefined);

/** The id of this tab. */
export const tabId = id;

/** The ids of open tabs. */
export async function openTabs(): Promise<(tab: string) => boolean> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const held = new Set(state?.held?.map(({ name }) => name));
  return (tab) => held.has(lockOf(tab));
}
