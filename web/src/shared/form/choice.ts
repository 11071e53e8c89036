import * as v from 'valibot';
import type { Choice } from './SelectField';
import { t } from './texts';

/** The value of a field whose text names none of its choices: it cannot be saved. */
export const unchosen = 'unchosen';

/** A choice, or empty for none. */
export const choiceSchema = v.pipe(
  v.string(),
  v.check((value) => value !== unchosen, t.choose),
);

// Without marks: a name is found however its letters are dotted.
const folded = (text: string) =>
  text.trim().toLocaleLowerCase('ru').normalize('NFD').replace(/\p{M}/gu, '');

/** The choices that a text leaves. */
export const matchesOf = (options: readonly Choice[], typed: string) =>
  options.filter(({ label }) => folded(label).includes(folded(typed)));

/** The choice that a text means: the only one that it leaves, or the one of exactly this name. */
export function meantBy(typed: string, matches: readonly Choice[]): Choice | undefined {
  const same = matches.filter(({ label }) => folded(label) === folded(typed));
  const [only, another] = same.length > 0 ? same : matches;
  return another ? undefined : only;
}

/** The option that the arrow keys have come to in the list of a combobox. */
export const markedOption = (input: Element) => {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null;
};
