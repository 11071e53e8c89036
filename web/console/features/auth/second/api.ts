import { answer } from '../../../../kit/api/answer';
import { openHttp } from '../../../shared/api/transport';
import { start } from '../api';

/** Completes a sign-in by a code; returns how many recovery codes are left. */
export async function signInByCode(body: { ticket: string; code: string }): Promise<number> {
  const { tokens, codesLeft } = await answer(openHttp.PUT('/v1/auth/second', { body }));
  start(tokens);
  return codesLeft;
}
