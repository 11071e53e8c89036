import { openHttp } from '../api/transport';
import { eraseSession } from './session';
import { readTokens } from './storage';

/** How long a logout waits for the server (ms); the call itself goes on in the background. */
export const patience = 1500;

/** Ends the session on the server and here; false when the server could not be reached. */
export async function logout(): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens) {
    eraseSession();
    return true;
  }
  const body = { refreshToken: tokens.refresh };
  const told = openHttp.DELETE('/v1/auth/session', { body, keepalive: true }).then(
    ({ response }) => response.status < 500, // refused: the session has ended already
    () => false,
  );
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patience))]);
  eraseSession();
  return told;
}
