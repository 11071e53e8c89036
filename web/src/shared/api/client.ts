import createClient from 'openapi-fetch';
import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import { Problem, problemOf, unreachable } from './problem';
import type { paths } from './schema.gen';
import { tellWhenSlow } from './slow';
import { send } from './transport';
import { uuid } from './uuid';

const tokenHeader = 'X-Access-Token';
const keyHeader = 'Idempotency-Key';

function sign(request: Request): Request {
  const token = readTokens()?.access;
  if (token) request.headers.set(tokenHeader, token);
  // Contract §1: every signed-in POST carries a key; a form gives one that outlives a retry by hand.
  if (request.method === 'POST' && !request.headers.has(keyHeader)) {
    request.headers.set(keyHeader, uuid());
  }
  return request;
}

// A 401 that names a field speaks of what was typed (a wrong old password), not of the token.
async function namesField(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return problemOf(response.status, body).errors.length > 0;
}

// Sends with the access token; an expired one is replaced and the request repeated, once.
async function sendSigned(request: Request, timeout?: number): Promise<Response> {
  const again = sign(request).clone(); // the body of the first one is spent
  const used = request.headers.get(tokenHeader);
  const response = await send(request, timeout);
  if (response.status !== 401 || (await namesField(response))) return response;
  const refreshed = await refreshSession(used);
  // The session may still be good: a 401 would tell the operator otherwise.
  if (refreshed === 'failed') throw new Problem(unreachable, { waited: true });
  return refreshed === 'fresh' ? send(sign(again), timeout) : response;
}

/** Calls of a signed-in operator. Paths stay in the api.ts of each feature. */
export const http = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => tellWhenSlow(sendSigned(request)),
});

/** For a call that works through a whole file: it may take as long as the file needs. */
export const patiently = { fetch: (request: Request) => sendSigned(request, 120_000) };
