import { openHttp } from '../api/transport';
import { eraseSession } from './session';
import { readTokens } from './storage';

/** Ends the session on the server, then here; a server out of reach does not keep anybody signed in. */
export async function logout(): Promise<void> {
  const tokens = readTokens();
  if (tokens) {
    const body = { refreshToken: tokens.refresh };
    await openHttp.DELETE('/v1/auth/session', { body }).catch(() => undefined);
  }
  eraseSession();
}
