import { answer } from '../../../kit/api/answer';
import { asProblem } from '../../../kit/api/problem';
import { http } from '../../shared/api/client';
import type { Attempt } from '../../shared/code/request';
import { forget, keep, readKept } from '../../shared/storage/kept';

const name = 'attempt';

/** Stores the attempt: the phone may kill the app while the message is read. */
export const keepAttempt = (attempt: Attempt) => keep(name, attempt);

/** The last attempt. */
export const readAttempt = () => readKept<Attempt>(name);

/** Deletes the attempt. */
export const dropAttempt = () => forget(name);

type Entry = { attempt: string; code: string; birthDate?: string };

/** Signs in. */
export const signIn = async (body: Entry) =>
  (await answer(http.POST('/s/v1/auth/session', { body }))).member;

/** Whether the server requires the birth date first. */
export const wantsBirthDate = (thrown: unknown) => {
  const { status, type } = asProblem(thrown);
  return status === 409 && type === 'birthDate';
};
