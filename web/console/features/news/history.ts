import type { Change, HistoryWords } from '../../shared/history/record';
import { t } from './texts';
import { fullTime } from './time';
import type { Approval, Level } from './wire';

const part =
  (words: { added: string; removed: string; changed: string }) =>
  ({ from, to }: Change) => {
    if (!to) return words.removed;
    return from ? words.changed : words.added;
  };

const time = (value: unknown) => fullTime(String(value));
const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

const messengers: Readonly<Record<string, string>> = t.messengers.names;

/** The texts of an item's history. Long values are not quoted. */
export const historyWords: HistoryWords = {
  actions: {
    'news.create': t.history.create,
    'news.save': t.history.save,
    'news.declined': t.history.declined,
    'news.blocked': t.history.blocked,
    'news.wait': t.history.unblocked,
    // Two decisions lead to this status.
    'news.approved': ({ changes }) =>
      changes.approve?.from === 'blocked' ? t.history.unblocked : t.history.published,
  },
  fields: {
    ...t.history.fields,
    content: () => t.history.content,
    keyFiles: () => t.history.photos,
    forFaculty: () => t.history.faculties,
    pooling: part(t.history.pooling),
    event: part(t.history.event),
  },
  // The action says it all: no fields are listed.
  snapshots: Object.fromEntries(
    ['create', 'approved', 'declined', 'blocked', 'wait'].map((name) => [
      `news.${name}`,
      'nothing' as const,
    ]),
  ),
  values: {
    typeNews: (value) => t.levels[value as Level] ?? String(value),
    approve: (value) => t.approvals[value as Approval] ?? String(value),
    publishBegin: time,
    publishEnd: time,
    fixToDate: time,
    tags: list,
    messengers: (value) =>
      list(Array.isArray(value) ? value.map((name) => messengers[name] ?? name) : value),
  },
};
