import { answer } from '../../../kit/api/answer';
import { asProblem } from '../../../kit/api/problem';
import { http } from '../../shared/api/client';
import { attempts } from '../../shared/code/attempts';

/** The last attempt to sign in. */
export const lastAttempt = attempts('attempt');

type Entry = { attempt: string; code: string; birthDate?: string };

/** Signs in. */
export const signIn = async (body: Entry) =>
  (await answer(http.POST('/s/v1/auth/session', { body }))).member;

/** Whether the server requires the birth date first. */
export const wantsBirthDate = (thrown: unknown) => {
  const { status, type } = asProblem(thrown);
  return status === 409 && type === 'birthDate';
};
