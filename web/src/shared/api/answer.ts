import { asProblem, isAbort, problemOf } from './problem';

type Result<T> = { data?: T; error?: unknown; response: Response };

/** An answer with its headers: lists need the total, cards the version. */
export type Whole<T> = { data: T; headers: Headers };

/** The answer of a call with its headers, or a Problem thrown. */
export async function wholeAnswer<T>(pending: Promise<Result<T>>): Promise<Whole<T>> {
  const { data, error, response } = await pending.catch((thrown: unknown) => {
    if (isAbort(thrown)) throw thrown;
    throw asProblem(thrown); // also a body that is not JSON: not our server
  });
  if (!response.ok) throw problemOf(response.status, error);
  return { data: data as T, headers: response.headers };
}

/** The answer of a call, or a Problem thrown. */
export const answer = async <T>(pending: Promise<Result<T>>): Promise<T> =>
  (await wholeAnswer(pending)).data;
