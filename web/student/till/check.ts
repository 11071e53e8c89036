import { answer } from '../../kit/api/answer';
import { asProblem } from '../../kit/api/problem';
import { http } from '../shared/api/client';
import type { components } from '../shared/api/schema.gen';
import { inWords } from '../shared/api/words';
import { forget, keep, keepForGood, tillName as name, readKept } from '../shared/storage/kept';
import type { Shown } from './shown';
import { t } from './texts';

type Checked = components['schemas']['CardsCheckedWire'];

/** The paired till. */
export type Till = components['schemas']['CardsPairedWire'];

/** The colour of the screen. */
export type Tone = 'green' | 'amber' | 'red';

/** The result as the cashier sees it. */
export type Result = Pick<Checked, 'title' | 'advice'> &
  Partial<Pick<Checked, 'name' | 'portraitUrl' | 'discounts'>> & {
    tone: Tone;
    /** The server has not answered. */
    isUnanswered?: boolean;
  };

const tones: Record<Checked['verdict'], Tone> = { valid: 'green', stale: 'amber', invalid: 'red' };

/** The till stored in this browser. */
export const readTill = () => readKept<Till>(name);

/** Deletes the stored till, because the server does not know it any more. */
export const dropTill = () => forget(name);

/** Pairs this browser by six digits or by the secret of a link. */
export async function pair(body: { code: string } | { link: string }): Promise<Till> {
  const till = await answer(http.POST('/t/v1/pair', { body }));
  await keep(name, till);
  keepForGood(); // the session lives longer than the storage of a till that rests for a week
  return till;
}

/** The result for a text that is not a card. */
export const unreadable: Result = { tone: 'red', title: t.unreadable, advice: t.unreadableText };

/** Checks a card. 'unpaired' if the server does not know the till any more. A failure is amber, because it says nothing about the card. */
export async function check(shown: Shown): Promise<Result | 'unpaired'> {
  try {
    const { verdict, ...rest } = await answer(http.POST('/t/v1/check', { body: shown }));
    return { ...rest, tone: tones[verdict] };
  } catch (thrown) {
    if (asProblem(thrown).status === 401) return 'unpaired';
    return { tone: 'amber', title: t.failed, advice: inWords(thrown), isUnanswered: true };
  }
}
