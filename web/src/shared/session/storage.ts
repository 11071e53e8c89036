// The only file that touches local storage. Security R21: the two tokens, lastURL and the
// colour scheme (kept by Mantine) are all that may stand there.

/** The pair a session lives by. */
export type Tokens = { access: string; refresh: string };

const listeners = new Set<() => void>();

function announce() {
  for (const listener of listeners) listener();
}

const keys = { access: 'accessToken', refresh: 'refreshToken', lastUrl: 'lastURL' };

/** The stored pair; half a pair is none. */
export function readTokens(): Tokens | null {
  const access = localStorage.getItem(keys.access);
  const refresh = localStorage.getItem(keys.refresh);
  return access && refresh ? { access, refresh } : null;
}

/** Stores a pair. The refresh token goes first: the event of the access token wakes the other tabs. */
export function writeTokens(tokens: Tokens) {
  localStorage.setItem(keys.refresh, tokens.refresh);
  localStorage.setItem(keys.access, tokens.access);
  announce();
}

/** Drops the pair and keeps lastURL: an ended session may go on where it stood. */
export function dropTokens() {
  localStorage.removeItem(keys.refresh);
  localStorage.removeItem(keys.access);
  announce();
}

/** Empties local storage: logout leaves no trace. */
export function clearStorage() {
  localStorage.clear();
  announce();
}

/** The page last seen, as stored: check it before use. */
export const readLastUrl = () => localStorage.getItem(keys.lastUrl);

/** Remembers the page last seen. */
export const writeLastUrl = (url: string) => localStorage.setItem(keys.lastUrl, url);

/** Calls back when this tab or another one changed the tokens or emptied the storage. */
export function onTokensChanged(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === keys.access) listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}
