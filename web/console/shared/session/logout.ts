import { openHttp } from '../api/transport';
import { eraseSession } from './session';
import { readTokens } from './storage';

/** How long a logout waits for the server, ms; the call continues in the background. */
export const patience = 1500;

/** Ends the session on the server and here; false if the server is unreachable. */
export async function logout(): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens) {
    eraseSession();
    return true;
  }
  const body = { refreshToken: tokens.refresh };
  const reached = openHttp.DELETE('/v1/auth/session', { body, keepalive: true }).then(
    ({ response }) => response.status < 500, // a 4xx: the session has ended already
    () => false,
  );
  await Promise.race([reached, new Promise((resolve) => setTimeout(resolve, patience))]);
  eraseSession();
  return reached;
}
