// The rules of the reason dialog, the same for students, applications, partners and promotions.
import { asProblem } from '../../../kit/api/problem';

/** The state of the dialog: a preset by index, or own text. */
export type Reason = { preset: number | null; text: string };

/** Maximum length of a reason. */
export const longestReason = 500;

/** The first preset is checked initially. */
export const firstReason: Reason = { preset: 0, text: '' };

/** A click on a preset: single choice, a second click clears it, own text is cleared. */
export const tick = (reason: Reason, preset: number): Reason => ({
  preset: reason.preset === preset ? null : preset,
  text: '',
});

/** Typing clears the preset; clearing the text checks the first one again. */
export const type = (reason: Reason, text: string): Reason => {
  if (text !== '') return { preset: null, text };
  return reason.text === '' ? reason : firstReason;
};

/** The reason to send: own text or the preset; null if there is neither. */
export function reasonText({ preset, text }: Reason, presets: readonly string[]): string | null {
  if (text.trim() !== '') return text.trim();
  return preset === null ? null : (presets[preset] ?? null);
}

const conflict = 409;

/** Mutation callbacks of the dialog: a failure keeps it open with its reason. */
export const afterDecision = (done: () => void, close: () => void) => ({
  onSuccess: () => {
    close();
    done();
  },
  // On a 409 another operator has decided already: close it.
  onError: (thrown: unknown) => {
    if (asProblem(thrown).status === conflict) close();
  },
});
