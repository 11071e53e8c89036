import { Problem, problemOf, unreachable } from './problem';
import { isLate } from './send';

/** A pending call of the openapi-fetch client. */
export type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** A successful response: its body, and the headers (total of a list, ETag of a card). */
export type Reply<T> = { data: T; headers: Headers };

/** Resolves a call to its body and headers; throws a Problem if it failed. */
export async function reply<T>(call: Call<T>): Promise<Reply<T>> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    // A body that is not JSON comes from a proxy, not from our server.
    throw thrown instanceof SyntaxError ? new Problem(unreachable) : thrown;
  });
  if (!response.ok) throw problemOf(response.status, error, isLate(response));
  return { data: data as T, headers: response.headers };
}

/** Resolves a call to its body; throws a Problem if it failed. */
export const answer = async <T>(call: Call<T>): Promise<T> => (await reply(call)).data;
