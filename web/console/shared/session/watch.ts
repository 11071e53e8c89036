import { refreshSession } from './refresh';
import { adoptStored } from './session';
import { onTokensChanged, readTokens } from './storage';
import { readToken } from './token';

/** Age at which an access token is refreshed, ms. */
export const refreshEvery = 240_000;

// Allowed clock skew, ms.
const clockSlack = 60_000;

/** The age of a stored token, ms; refreshEvery if it is expired or from the future. */
export function ageOf(access: string, now: number): number {
  const token = readToken(access);
  if (!token || token.issuedAt > now + clockSlack || token.expiresAt <= now) return refreshEvery;
  return Math.max(0, now - token.issuedAt);
}

async function ensureFresh(): Promise<void> {
  const access = readTokens()?.access;
  if (access && ageOf(access, Date.now()) >= refreshEvery) await refreshSession(access);
}

/** Reads the session and refreshes it periodically; returns a stop function. */
export async function watchSession(): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: string | null = null;

  // A new token from any tab restarts the timer, so that the tabs share one refresh.
  const rewind = (age: number) => {
    const access = readTokens()?.access ?? null;
    if (access === watched) return;
    watched = access;
    clearTimeout(timer);
    if (access) timer = setTimeout(check, refreshEvery - age);
  };
  const check = async () => {
    const outcome = await refreshSession(watched);
    // Unreachable: keep the session and the interval.
    if (outcome === 'failed') timer = setTimeout(check, refreshEvery);
  };

  const stop = onTokensChanged(() => {
    adoptStored();
    rewind(0);
  });
  await ensureFresh();
  adoptStored();
  const access = readTokens()?.access;
  // Still old: the server is unreachable; retry after the interval.
  const age = access ? ageOf(access, Date.now()) : 0;
  rewind(age < refreshEvery ? age : 0);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
