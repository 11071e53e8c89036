import { openHttp } from '../api/transport';
import { eraseSession } from './session';
import { readTokens } from './storage';

/** How long somebody who leaves waits for the server. The call goes on behind the sign-in page. */
export const patience = 1500;

/** Ends the session on the server, then here, whatever the server says. False when the server could not be told. */
export async function logout(): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens) {
    eraseSession();
    return true;
  }
  const body = { refreshToken: tokens.refresh };
  const told = openHttp.DELETE('/v1/auth/session', { body, keepalive: true }).then(
    ({ response }) => response.status < 500, // a refusal means that there is no such session any more
    () => false,
  );
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patience))]);
  eraseSession();
  return told;
}
