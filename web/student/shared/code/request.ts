import { answer } from '../../../kit/api/answer';
import { asProblem, Problem, unreachable } from '../../../kit/api/problem';
import { http } from '../api/client';
import type { Task } from './proof';

/** A code that was sent to a number. */
export type Attempt = {
  id: string;
  /** Eleven digits. */
  phone: string;
  /** When it was requested, ms. */
  at: number;
};

const validFor = 5 * 60_000; // ms (rules 23.7)

/** Whether the code can still be entered. */
export const isFresh = ({ at }: Attempt, now = Date.now()) => now - at < validFor;

function solveAside(task: Task): Promise<string> {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
  const solved = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Problem(unreachable)); // the worker's code could not be loaded
  });
  worker.postMessage(task);
  return solved.finally(() => worker.terminate());
}

const isOutdated = (thrown: unknown) =>
  asProblem(thrown).errors.some(({ field }) => field === 'challenge');

async function ask(phone: string): Promise<Attempt> {
  const { challenge, bits } = await answer(http.GET('/s/v1/challenge'));
  const nonce = await solveAside({ challenge, phone, bits });
  const body = { phone, challenge, nonce };
  const { attempt } = await answer(http.POST('/s/v1/auth/code', { body }));
  return { id: attempt, phone, at: Date.now() };
}

/** Requests a code for a number. A challenge may expire while the phone sleeps, so it is retried once with a new one. */
export const requestCode = (phone: string) =>
  ask(phone).catch((thrown: unknown) => {
    if (isOutdated(thrown)) return ask(phone);
    throw thrown;
  });

/** Whether the code has been sent; a demo also returns the code. */
export async function codeState(id: string, signal: AbortSignal) {
  const path = { uuidAttempt: id };
  const found = await answer(
    http.GET('/s/v1/auth/code/{uuidAttempt}', { params: { path }, signal }),
  );
  const { state, hint = null } = found as typeof found & { hint?: string | null };
  return { state, hint };
}
