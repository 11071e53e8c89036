import createClient from 'openapi-fetch';
import { Problem, problemOf, unreachable } from '../../../kit/api/problem';
import { send } from '../../../kit/api/send';
import { uuid } from '../../../kit/api/uuid';
import { confirmIdentity } from '../confirm/identity';
import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import type { paths } from './schema.gen';
import { tellWhenSlow } from './slow';

const tokenHeader = 'X-Access-Token';
const keyHeader = 'Idempotency-Key';

function sign(request: Request): Request {
  const token = readTokens()?.access;
  if (token) request.headers.set(tokenHeader, token);
  // Every signed-in POST needs a key (rules 1.8); a form passes its own, which survives a manual retry.
  if (request.method === 'POST' && !request.headers.has(keyHeader)) {
    request.headers.set(keyHeader, uuid());
  }
  return request;
}

async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return problemOf(response.status, body);
}

// A 401 with a field error is about the input (a wrong old password), not about the token.
const namesField = async (response: Response) => (await problemIn(response)).errors.length > 0;

// Sends with the access token; after a 401 it refreshes the token and retries once.
async function sendSigned(request: Request, timeout?: number): Promise<Response> {
  const again = sign(request).clone(); // a request body can be read only once
  const used = request.headers.get(tokenHeader);
  const response = await send(request, timeout);
  if (response.status !== 401 || (await namesField(response))) return response;
  const refreshed = await refreshSession(used);
  // The refresh failed for another reason, so the session may be valid: do not report a 401.
  if (refreshed === 'failed') throw new Problem(unreachable, { waited: true });
  return refreshed === 'fresh' ? send(sign(again), timeout) : response;
}

type Send = (request: Request) => Promise<Response>;

/**
 * Sends a call. If the server requires a proof of identity, asks for the password or a code and
 * repeats the call (rules 26.9). If the operator cancels, the refusal is returned.
 */
const confirmed =
  (send: Send): Send =>
  async (request) => {
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 403) return response;
    const { type } = await problemIn(response);
    // The refreshed token says so, and the redirect rules lead to the set-up.
    if (type === 'factor') void refreshSession(readTokens()?.access ?? null);
    return type === 'confirm' && (await confirmIdentity()) ? send(again) : response;
  };

/** The client for signed-in calls. Paths belong in the api.ts of each feature. */
export const http = createClient<paths>({
  baseUrl: location.origin,
  fetch: confirmed((request) => tellWhenSlow(sendSigned(request))),
});

/** Options of a call that processes a file: a longer timeout and no slow notice. */
export const patiently = { fetch: confirmed((request) => sendSigned(request, 120_000)) };
