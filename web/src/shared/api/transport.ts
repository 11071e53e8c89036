import createClient from 'openapi-fetch';
import { Problem, unreachable } from './problem';
import type { paths } from './schema.gen';

/** How long a call may take (spec §9). Uploads and downloads have limits of their own. */
export const callTimeout = 8000;

/** Sends a request; no answer in time, or none at all, is a Problem. */
export async function send(request: Request, timeout = callTimeout): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
  try {
    return await fetch(new Request(request, { signal }));
  } catch (cause) {
    if (request.signal.aborted) throw cause; // cancelled by the caller, not failed
    throw new Problem(unreachable);
  }
}

/** Calls without a token: sign-in, refresh, password reset, logout. */
export const openHttp = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => send(request),
});
