import { asProblem, Problem, unreachable } from '../../../kit/api/problem';
import { uuid } from '../../../kit/api/uuid';
import { forget, keep, keepOnce, readKept } from '../../shared/storage/kept';
import { claim, type OwnCode } from './api';

/** A place in the queue, and the seconds until the next attempt. */
export type Place = { place: number; retryAfter: number };

// A claim without an answer. Its key survives a reload, so a repeated claim gets the same code.
type Open = { key: string; isInLine: boolean };

const nameOf = (promotion: string) => `claim/${promotion}`;

/** The problem type of a failure before sending. */
export const notSent = 'notSent';

// These statuses end the claim: the next one gets a new key. Anything else (no response, 429, 5xx) keeps it open.
const isAnswer = (status: number) => [403, 404, 409, 422].includes(status);

/** Whether the student is in the queue for a code of the promotion. */
export const isInLine = async (promotion: string) =>
  (await readKept<Open>(nameOf(promotion)))?.isInLine ?? false;

/** Claims a code. The key is created once and kept until the claim is answered. */
export async function ask(promotion: string): Promise<OwnCode | Place> {
  if (!navigator.onLine) throw new Problem(unreachable, { type: notSent });
  const name = nameOf(promotion);
  const { key } = await keepOnce<Open>(name, () => ({ key: uuid(), isInLine: false }));
  try {
    const got = await claim(promotion, key);
    if ('code' in got) await forget(name);
    else await keep(name, { key, isInLine: true });
    return got;
  } catch (thrown) {
    if (isAnswer(asProblem(thrown).status)) await forget(name);
    else await keep(name, { key, isInLine: false }); // repeated on a tap, never automatically
    throw thrown;
  }
}
