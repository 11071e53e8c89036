import { Problem, unreachable } from './problem';

/** Timeout of a call, ms. Uploads and downloads have their own. */
export const callTimeout = 8000;

/** Failures that took longer than this, ms, are not retried: the person has waited already. */
const patience = 3000;
const late = new WeakSet<Response>();

/** Whether a response of send took long. */
export const isLate = (response: Response) => late.has(response);

const bodiless = new Set([204, 205, 304]);

// AbortSignal.any needs Safari 17.4; the students' app runs on 16.4.
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort();
    signal.addEventListener('abort', () => any.abort(), { once: true });
  }
  return any.signal;
}

/** Sends a request and reads the whole response; throws a Problem on a timeout or network failure. */
export async function send(request: Request, timeout = callTimeout): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  const started = performance.now();
  const limited = new Request(request, { signal: firstOf(request.signal, limit) });
  try {
    const response = await fetch(limited);
    // The body is read here, within the timeout, so that no later error is a network failure.
    const body = bodiless.has(response.status) ? null : await response.arrayBuffer();
    const whole = new Response(body, response);
    if (performance.now() - started > patience) late.add(whole);
    return whole;
  } catch (cause) {
    if (request.signal.aborted) throw cause; // aborted by the caller
    throw new Problem(unreachable, { waited: limit.aborted });
  }
}
