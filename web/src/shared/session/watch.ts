import { refreshSession } from './refresh';
import { adoptStored } from './session';
import { onTokensChanged, readTokens } from './storage';
import { readToken } from './token';

/** How old an access token may become before it is replaced (spec §9). */
export const refreshEvery = 240_000;

// Clocks of two machines rarely agree to the second.
const clockSlack = 60_000;

/** How long a stored token has been in use; an expired one, or one from the future, is to be replaced. */
export function ageOf(access: string, now: number): number {
  const token = readToken(access);
  if (!token || token.issuedAt > now + clockSlack || token.expiresAt <= now) return refreshEvery;
  return Math.max(0, now - token.issuedAt);
}

async function ensureFresh(): Promise<void> {
  const access = readTokens()?.access;
  if (access && ageOf(access, Date.now()) >= refreshEvery) await refreshSession(access);
}

/** Finds out whether somebody is signed in, and keeps the session fresh until it is told to stop. */
export async function watchSession(): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: string | null = null;

  // The timer starts anew with each token, whichever tab fetched it: so the tabs share one check.
  const rewind = (age: number) => {
    const access = readTokens()?.access ?? null;
    if (access === watched) return;
    watched = access;
    clearTimeout(timer);
    if (access) timer = setTimeout(check, refreshEvery - age);
  };
  const check = async () => {
    const outcome = await refreshSession(watched);
    // Out of reach: the session stays, and so does the rhythm.
    if (outcome === 'failed') timer = setTimeout(check, refreshEvery);
  };

  const stop = onTokensChanged(() => {
    adoptStored();
    rewind(0);
  });
  await ensureFresh();
  adoptStored();
  const access = readTokens()?.access;
  // Still old: the server is out of reach, and the next try keeps the rhythm.
  const age = access ? ageOf(access, Date.now()) : 0;
  rewind(age < refreshEvery ? age : 0);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
