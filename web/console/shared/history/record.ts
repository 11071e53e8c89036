import { epochOf } from '../../../kit/format/moment';
import type { components } from '../api/schema.gen';
import { t } from './texts';

/** An entry of a history: who did what, why and when. */
export type HistoryRecord = components['schemas']['HistoryRecord'];

/** Old and new value of a field. */
export type Change = { from?: unknown; to?: unknown };

/** Texts of an area's history. */
export type HistoryWords = {
  /** By action: its name, or a function of the record. */
  actions: Readonly<Record<string, string | ((record: HistoryRecord) => string)>>;
  /** By field: its name, or a function of the change. Fields that are not listed are not shown. */
  fields: Readonly<Record<string, string | ((change: Change) => string)>>;
  /** Actions that create or delete the object: its fields are shown as plain values, or not at all. */
  snapshots?: Readonly<Record<string, 'values' | 'nothing'>>;
  /** By field: formats its values. */
  values?: Readonly<Record<string, (value: unknown) => string>>;
};

const minute = 60_000;

/** Groups entries, latest first: what one person did within a minute belongs together. */
export function byMinute(records: readonly HistoryRecord[]): HistoryRecord[][] {
  const groups: HistoryRecord[][] = [];
  for (const record of records) {
    const latest = groups.at(-1)?.[0];
    const isNear =
      latest?.operator === record.operator && epochOf(latest.at) - epochOf(record.at) < minute;
    if (isNear) groups.at(-1)?.push(record);
    else groups.push([record]);
  }
  return groups;
}

/** What is shown of an entry; count is how often it happened in a row. */
export type HistoryEvent = { title: string; details: string[]; count: number };

const sameEvent = (a: HistoryEvent, b: HistoryEvent) =>
  a.title === b.title && a.details.join('\n') === b.details.join('\n');

/** The events of a group; repeated ones become one with a count: five photos added in a row. */
export function eventsOf(words: HistoryWords, group: readonly HistoryRecord[]): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (const record of group) {
    const reason = record.reason ? [t.reason(record.reason)] : [];
    const details = [...reason, ...changesInWords(words, record)];
    const event = { title: actionInWords(words, record), details, count: 1 };
    const last = events.at(-1);
    if (last && sameEvent(last, event)) last.count += 1;
    else events.push(event);
  }
  return events;
}

/** The name of an entry's action. */
export function actionInWords({ actions }: HistoryWords, record: HistoryRecord): string {
  const word = actions[record.action];
  return (typeof word === 'function' ? word(record) : word) ?? t.other;
}

/** The changes of an entry, one sentence for each field. */
export function changesInWords(words: HistoryWords, record: HistoryRecord): string[] {
  const { action, changes } = record;
  const snapshot = words.snapshots?.[action];
  if (snapshot === 'nothing') return [];
  const shown = (field: string, value: unknown) => {
    if (value === undefined || value === null || value === '') return t.nothing;
    return words.values?.[field]?.(value) ?? String(value);
  };
  // In the order of words.fields, not of the log.
  return Object.entries(words.fields).flatMap(([field, name]) => {
    const change: Change | undefined = changes[field];
    if (!change) return [];
    if (snapshot) {
      const value = change.to || change.from;
      return value && typeof name === 'string' ? [t.value(name, shown(field, value))] : [];
    }
    if (typeof name === 'function') return [name(change)];
    return [t.change(name, shown(field, change.from), shown(field, change.to))];
  });
}
