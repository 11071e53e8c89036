import { answer } from '../../shared/api/answer';
import { Problem } from '../../shared/api/problem';
import { openHttp } from '../../shared/api/transport';
import { startSession } from '../../shared/session/session';

/** Signs in and starts the session. */
export async function signIn(values: { login: string; password: string }): Promise<void> {
  const body = {
    login: values.login.trim(),
    password: values.password,
    place: 'operator',
  } as const;
  const { tokens } = await answer(openHttp.POST('/v1/auth/email', { body }));
  // Spec §8: a 200 without tokens is a failure like any other status.
  if (!tokens?.accessToken || !tokens.refreshToken) throw new Problem(200);
  const started = startSession({ access: tokens.accessToken, refresh: tokens.refreshToken });
  if (!started) throw new Problem(403);
}

/** Asks for a mail with a reset link. */
export const requestReset = ({ login }: { login: string }) =>
  answer(openHttp.PUT('/auth/reset', { body: { login: login.trim() } }));

/** Sets a new password by the link of the mail. */
export const confirmReset = (body: { hash: string; password: string }) =>
  answer(openHttp.PUT('/auth/reset-confirm', { body }));
