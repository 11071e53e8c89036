import type { components } from '../api/schema.gen';
import { t } from './texts';

/** One line of a history: who did what, why and when. */
export type HistoryRecord = components['schemas']['HistoryRecord'];

/** What a field was and what it became. */
export type Change = { from?: unknown; to?: unknown };

/** The words of an area for what its history holds. */
export type HistoryWords = {
  /** By action: what it is called, where need be told from the whole record. */
  actions: Readonly<Record<string, string | ((record: HistoryRecord) => string)>>;
  /** By field: its name, or a sentence of its own. A field that is not named is not told. */
  fields: Readonly<Record<string, string | ((change: Change) => string)>>;
  /** Actions that make or remove a thing: its fields are told as they are, or not at all. */
  whole?: Readonly<Record<string, 'values' | 'nothing'>>;
  /** By field: its values in words, where they are not words already. */
  values?: Readonly<Record<string, (value: unknown) => string>>;
};

/** What an action of the history is called. */
export function actionInWords({ actions }: HistoryWords, record: HistoryRecord): string {
  const word = actions[record.action];
  return (typeof word === 'function' ? word(record) : word) ?? t.other;
}

/** The fields that an action changed, a sentence each. */
export function changesInWords(words: HistoryWords, record: HistoryRecord): string[] {
  const { action, changes } = record;
  const whole = words.whole?.[action];
  if (whole === 'nothing') return [];
  const shown = (field: string, value: unknown) => {
    if (value === undefined || value === null || value === '') return t.nothing;
    return words.values?.[field]?.(value) ?? String(value);
  };
  // In the order of the words, not of the log: what matters most stands first.
  return Object.entries(words.fields).flatMap(([field, name]) => {
    const change: Change | undefined = changes[field];
    if (!change) return [];
    if (whole) {
      const value = change.to || change.from;
      return value && typeof name === 'string' ? [t.value(name, shown(field, value))] : [];
    }
    if (typeof name === 'function') return [name(change)];
    return [t.change(name, shown(field, change.from), shown(field, change.to))];
  });
}

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy HH:mm. */
export const shownTime = (at: string) =>
  at.replace(/^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}:\d{2}).*$/, '$3.$2.$1 $4');
