// The only file that uses local storage (rules 17.16). It has the two tokens, lastURL and, written by Mantine, the
// colour scheme; nothing else is allowed.

/** Access and refresh token. */
export type Tokens = { access: string; refresh: string };

const listeners = new Set<() => void>();

function announce() {
  for (const listener of listeners) listener();
}

const keys = { access: 'accessToken', refresh: 'refreshToken', lastUrl: 'lastURL' };

/** The stored tokens; null unless both are there. */
export function readTokens(): Tokens | null {
  const access = localStorage.getItem(keys.access);
  const refresh = localStorage.getItem(keys.refresh);
  return access && refresh ? { access, refresh } : null;
}

/** Stores the tokens. The refresh token first: other tabs react to the storage event of the access token. */
export function writeTokens(tokens: Tokens) {
  localStorage.setItem(keys.refresh, tokens.refresh);
  localStorage.setItem(keys.access, tokens.access);
  announce();
}

/** Removes the tokens, keeps lastURL for the next sign-in. */
export function dropTokens() {
  localStorage.removeItem(keys.refresh);
  localStorage.removeItem(keys.access);
  announce();
}

/** Clears local storage on logout. */
export function clearStorage() {
  localStorage.clear();
  announce();
}

/** The last visited page as stored; validate it before use. */
export const readLastUrl = () => localStorage.getItem(keys.lastUrl);

/** Stores the last visited page. */
export const writeLastUrl = (url: string) => localStorage.setItem(keys.lastUrl, url);

/** Subscribes to changes of the tokens in any tab. */
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
