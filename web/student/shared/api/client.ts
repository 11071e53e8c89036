import createClient from 'openapi-fetch';
import { Problem, problemOf } from '../../../kit/api/problem';
import { send } from '../../../kit/api/send';
import { uuid } from '../../../kit/api/uuid';
import type { paths } from './schema.gen';

const keyHeader = 'Idempotency-Key';

const listeners = new Set<() => void>();

/** Calls the listener when the server no longer knows the session. */
export const onSignedOut = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

let tellContact: (isReached: boolean) => void = () => undefined;

/** Calls the listener after each call: whether the server has answered. */
export const onContact = (listener: typeof tellContact) => {
  tellContact = listener;
};

// A page comes from a proxy or from the sign-in of a public network.
const isOurs = ({ status, headers }: Response) =>
  status === 204 || (headers.get('Content-Type') ?? '').includes('json');

// During sign-in a 401 is about the code, not the session.
const isAboutSession = ({ url }: Request) => !new URL(url).pathname.startsWith('/s/v1/auth/');

async function sendOwn(request: Request, timeout?: number): Promise<Response> {
  // A form passes its own key, which survives a manual retry.
  if (request.method === 'POST' && !request.headers.has(keyHeader)) {
    request.headers.set(keyHeader, uuid());
  }
  const response = await send(request, timeout).catch((thrown: unknown) => {
    if (thrown instanceof Problem) tellContact(false);
    throw thrown;
  });
  tellContact(isOurs(response));
  if (response.status === 401 && isAboutSession(request)) for (const tell of listeners) tell();
  return response;
}

/** The client for all calls. Paths belong in the api.ts of each feature. */
export const http = createClient<paths>({ baseUrl: location.origin, fetch: (r) => sendOwn(r) });

const uploadTimeout = 60_000;

/** Sends a form with files, with a longer timeout, because uploads are slow on a phone. */
export async function upload<T>(path: string, form: FormData): Promise<T> {
  const request = new Request(new URL(path, location.origin), { method: 'POST', body: form });
  const response = await sendOwn(request, uploadTimeout);
  const body = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, body);
  return body as T;
}
