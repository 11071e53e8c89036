import { answer } from '../../../kit/api/answer';
import { Problem } from '../../../kit/api/problem';
import { openHttp } from '../../shared/api/transport';
import { startSession } from '../../shared/session/session';

type Tokens = { accessToken: string; refreshToken: string };

/** Starts the session of new tokens. */
export function start(tokens: Tokens | null) {
  // A 200 without tokens is a failure too (rules 5.10).
  if (!tokens?.accessToken || !tokens.refreshToken) throw new Problem(200);
  const started = startSession({ access: tokens.accessToken, refresh: tokens.refreshToken });
  if (!started) throw new Problem(403);
}

/** Signs in and starts the session; a ticket means that a code is needed too. */
export async function signIn(values: { login: string; password: string }) {
  const body = {
    login: values.login.trim(),
    password: values.password,
    place: 'operator',
  } as const;
  const { tokens, second } = await answer(openHttp.POST('/v1/auth/email', { body }));
  if (second) return second.ticket;
  start(tokens);
  return null;
}

/** Requests a reset link by e-mail. */
export const requestReset = ({ login }: { login: string }) =>
  answer(openHttp.PUT('/auth/reset', { body: { login: login.trim() } }));

/** Sets a new password from a reset link. */
export const confirmReset = (body: { hash: string; password: string }) =>
  answer(openHttp.PUT('/auth/reset-confirm', { body }));
