import { answer } from '../api/answer';
import { asProblem } from '../api/problem';
import { openHttp } from '../api/transport';
import { adoptStored, endSession, startSession } from './session';
import { readTokens, type Tokens } from './storage';

/** fresh: another access token stands in storage; ended: no session any more; failed: try again later. */
export type Refreshed = 'fresh' | 'ended' | 'failed';

// What the server says of a refresh token that is no good. Anything else (no network, 429, 5xx)
// says nothing of the session, and must not end it.
const refusals = new Set([400, 401, 403, 404, 422]);

const stillStored = (tokens: Tokens) => readTokens()?.refresh === tokens.refresh;

async function exchange(stale: string | null): Promise<Refreshed> {
  const tokens = readTokens();
  if (!tokens) {
    endSession();
    return 'ended';
  }
  if (tokens.access !== stale) {
    adoptStored(); // another tab has been here while this one waited for the lock
    return 'fresh';
  }
  try {
    const body = { refreshToken: tokens.refresh };
    const fresh = await answer(openHttp.PUT('/v1/auth/refreshtoken', { body }));
    // Logged out meanwhile: writing the new pair would bring the session back to life.
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
  // No locks without TLS: there the server's ten seconds of grace keep two tabs signed in.
  navigator.locks ? navigator.locks.request('studbonus-refresh', work) : work();

let running: Promise<Refreshed> | null = null;

/** Replaces the access token that failed or aged: once for all who wait, in this tab and the others. */
export function refreshSession(stale: string | null): Promise<Refreshed> {
  running ??= alone(() => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}
