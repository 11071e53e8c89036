import type { components } from '../../shared/api/schema.gen';

/** A question of a survey. */
export type Question = components['schemas']['NewsOwnQuestionWire'];

/** The selection in one question: letters, and an own text if `isOther`. */
export type Choice = { letters: readonly string[]; isOther: boolean; other: string };

/** An answer in the request. */
export type Answer = { variants: string[]; other?: string };

/** The empty selection. */
export const noChoice: Choice = { letters: [], isOther: false, other: '' };

/** Toggles a variant; in a single-choice question it replaces the other. */
export function choose({ kind }: Question, choice: Choice, letter: string): Choice {
  if (kind === 'single') return { ...choice, letters: [letter], isOther: false };
  const isOn = choice.letters.includes(letter);
  const letters = isOn ? choice.letters.filter((l) => l !== letter) : [...choice.letters, letter];
  return { ...choice, letters };
}

/** Toggles the own answer. */
export function chooseOther({ kind }: Question, choice: Choice): Choice {
  if (kind === 'single') return { ...choice, letters: [], isOther: true };
  return { ...choice, isOther: !choice.isOther };
}

/** The error of an answer. */
export function missing({ letters, isOther, other }: Choice): 'choice' | 'other' | null {
  if (isOther && other.trim() === '') return 'other';
  return letters.length === 0 && !isOther ? 'choice' : null;
}

/** The answers in the order of the questions. */
export const answersOf = (choices: readonly Choice[]): Answer[] =>
  choices.map(({ letters, isOther, other }) => ({
    variants: [...letters],
    ...(isOther ? { other: other.trim() } : {}),
  }));

/** The share of a count, in whole percent. */
export const share = (count: number, all: number) =>
  all > 0 ? Math.round((count / all) * 100) : 0;
