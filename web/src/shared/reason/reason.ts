// The rules of the reason popup (spec §4), the same for students, applications, partners and promotions.
import { asProblem } from '../api/problem';

/** What is chosen in the popup: a preset by its place, or words of one's own. */
export type Reason = { preset: number | null; text: string };

/** The longest reason (contract §8). */
export const longestReason = 500;

/** The first preset is ticked to begin with. */
export const firstReason: Reason = { preset: 0, text: '' };

/** A click on a preset: one at a time, a second click unticks it; words of one's own are cleared. */
export const tick = (reason: Reason, preset: number): Reason => ({
  preset: reason.preset === preset ? null : preset,
  text: '',
});

/** Typing clears the presets; emptying the text ticks the first one again. */
export const type = (reason: Reason, text: string): Reason => {
  if (text !== '') return { preset: null, text };
  return reason.text === '' ? reason : firstReason;
};

/** What is sent: own words before presets; nothing when neither is there, and then nothing is sent. */
export function reasonText({ preset, text }: Reason, presets: readonly string[]): string | null {
  if (text.trim() !== '') return text.trim();
  return preset === null ? null : (presets[preset] ?? null);
}

const conflict = 409;

/** What the popup does after the decision was sent: a failure leaves it open with its reason, to be sent again. */
export const afterDecision = (done: () => void, close: () => void) => ({
  onSuccess: () => {
    close();
    done();
  },
  // Somebody else has decided meanwhile: the question is not the same any more.
  onError: (thrown: unknown) => {
    if (asProblem(thrown).status === conflict) close();
  },
});
