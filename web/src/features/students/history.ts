import { showPhone } from '../../shared/form/phone';
import type { HistoryRecord } from './api';
import { t } from './texts';

type Change = { from?: unknown; to?: unknown };

const words: Record<string, string> = {
  'students.apply': t.history.applied,
  'students.rejected': t.history.rejected,
  'students.blocked': t.history.blocked,
  'students.save': t.history.saved,
};

const fields: Readonly<Record<string, string>> = t.history.fields;

/** What an action of the history is called. */
export function actionInWords({ action, changes }: HistoryRecord): string {
  // Two different decisions end in the same status.
  if (action === 'students.active') {
    return changes.status?.from === 'blocked' ? t.history.unblocked : t.history.approved;
  }
  return words[action] ?? t.history.other;
}

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return t.history.nothing;
  return field === 'phone' ? showPhone(String(value)) : String(value);
}

function photoInWords({ from, to }: Change): string {
  if (!to) return t.history.photo.removed;
  return from ? t.history.photo.changed : t.history.photo.added;
}

/** The fields that an action changed, a sentence each. The status is told by the action itself. */
export function changesInWords({ changes }: HistoryRecord): string[] {
  return Object.entries<Change>(changes).flatMap(([field, change]) => {
    if (field === 'photo') return [photoInWords(change)];
    const name = fields[field];
    if (!name) return [];
    return [t.history.change(name, shown(field, change.from), shown(field, change.to))];
  });
}

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy HH:mm. */
export const shownTime = (at: string) =>
  at.replace(/^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}:\d{2}).*$/, '$3.$2.$1 $4');
