/** An option: value and label. */
export type Choice = { value: string; label: string };

/** The value of a search field whose text matches no option; it cannot be saved. */
export const unchosen = 'unchosen';

// Case- and diacritic-insensitive: ё matches е.
const folded = (text: string) =>
  text.trim().toLocaleLowerCase('ru').normalize('NFD').replace(/\p{M}/gu, '');

/** The options that match a text. */
export const matchesOf = (options: readonly Choice[], typed: string) =>
  options.filter(({ label }) => folded(label).includes(folded(typed)));

/** The option that a text identifies: the only match, or the one with exactly this label. */
export function meantBy(typed: string, matches: readonly Choice[]): Choice | undefined {
  const same = matches.filter(({ label }) => folded(label) === folded(typed));
  const [only, another] = same.length > 0 ? same : matches;
  return another ? undefined : only;
}

/** The option highlighted with the arrow keys in a combobox. */
export const markedOption = (input: Element) => {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null;
};
