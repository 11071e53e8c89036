import { uuid } from '../api/uuid';

const slot = 'tab';

// Which tab this is must survive a reload and the sign-in page, but a duplicated tab is another one. So the id
// lives in memory, and in session storage only between two pages: a tab that is duplicated meanwhile copies
// nothing. Security R21 is about local storage; a random id for a moment tells nobody anything. (window.name set
// by pagehide does not survive a reload.)
const id = sessionStorage.getItem(slot) ?? uuid();
sessionStorage.removeItem(slot);
addEventListener('pagehide', () => sessionStorage.setItem(slot, id));
addEventListener('pageshow', () => sessionStorage.removeItem(slot)); // back from the browser's page cache

const lockOf = (tab: string) => `studbonus-tab-${tab}`;

// Held as long as the tab is open. There are no locks without TLS: then every other tab passes for a closed one.
void navigator.locks
  ?.request(lockOf(id), () => new Promise(() => undefined))
  .catch(() => undefined);

/** Names this tab. */
export const tabId = id;

/** Which of the console's tabs are open now. */
export async function openTabs(): Promise<(tab: string) => boolean> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const held = new Set(state?.held?.map(({ name }) => name));
  return (tab) => held.has(lockOf(tab));
}
