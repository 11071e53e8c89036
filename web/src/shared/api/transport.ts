import createClient from 'openapi-fetch';
import { Problem, unreachable } from './problem';
import type { paths } from './schema.gen';
import { tellWhenSlow } from './slow';

/** How long a call may take (spec §9). Uploads and downloads have limits of their own. */
export const callTimeout = 8000;

const bodiless = new Set([204, 205, 304]);

/** Sends a request; no whole answer in time, or none at all, is a Problem. */
export async function send(request: Request, timeout = callTimeout): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  const limited = new Request(request, { signal: AbortSignal.any([request.signal, limit]) });
  try {
    const response = await fetch(limited);
    // Read here, within the time limit: whatever fails later is not the network.
    const body = bodiless.has(response.status) ? null : await response.arrayBuffer();
    return new Response(body, response);
  } catch (cause) {
    if (request.signal.aborted) throw cause; // cancelled by the caller, not failed
    throw new Problem(unreachable, { waited: limit.aborted });
  }
}

/** Calls without a token: sign-in, refresh, password reset, logout. */
export const openHttp = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => tellWhenSlow(send(request)),
});
