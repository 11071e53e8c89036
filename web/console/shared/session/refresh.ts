import { answer } from '../../../kit/api/answer';
import { asProblem } from '../../../kit/api/problem';
import { openHttp } from '../api/transport';
import { adoptStored, endSession, startSession } from './session';
import { readTokens, type Tokens } from './storage';

/** fresh: storage has a new access token; ended: the session is over; failed: try again later. */
export type Refreshed = 'fresh' | 'ended' | 'failed';

// Statuses for an invalid refresh token. Anything else (no network, 429, 5xx, a proxy's 404 in the middle of a deployment)
// says nothing about the session and must not end it.
const refusals = new Set([401, 403]);

const stillStored = (tokens: Tokens) => readTokens()?.refresh === tokens.refresh;

async function exchange(stale: string | null): Promise<Refreshed> {
  const tokens = readTokens();
  if (!tokens) {
    endSession();
    return 'ended';
  }
  if (tokens.access !== stale) {
    adoptStored(); // another tab refreshed while this one waited for the lock
    return 'fresh';
  }
  try {
    const body = { refreshToken: tokens.refresh };
    const fresh = await answer(openHttp.PUT('/v1/auth/refreshtoken', { body }));
    // Logged out meanwhile: storing the new tokens would restore the session.
    if (!stillStored(tokens)) return readTokens() ? 'fresh' : 'ended';
    const started = startSession({ access: fresh.accessToken, refresh: fresh.refreshToken });
    return started ? 'fresh' : 'ended';
  } catch (thrown) {
    if (!refusals.has(asProblem(thrown).status)) return 'failed';
    if (stillStored(tokens)) endSession();
    return 'ended';
  }
}

const alone = async (work: () => Promise<Refreshed>): Promise<Refreshed> =>
  // Web Locks need TLS; without them the server's grace period of ten seconds covers two tabs.
  navigator.locks ? navigator.locks.request('studbonus-refresh', work) : work();

let running: Promise<Refreshed> | null = null;

/** Refreshes the access token once for all callers, in this tab and the others. */
export function refreshSession(stale: string | null): Promise<Refreshed> {
  running ??= alone(() => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}
