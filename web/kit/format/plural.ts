import { formatNumber } from './number';

const rules = new Intl.PluralRules('ru');

/** The form of a word for a count: 1 студент, 2 студента, 5 студентов. */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}

/** A count with its word: 1 234 студента. */
export const counted = (count: number, one: string, few: string, many: string) =>
  `${formatNumber(count)} ${plural(count, one, few, many)}`;
