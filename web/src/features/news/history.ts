import type { Change, HistoryWords } from '../../shared/history/record';
import type { Approval, Level } from './api';
import { t } from './texts';
import { wholeTime } from './time';

const part =
  (words: { added: string; removed: string; changed: string }) =>
  ({ from, to }: Change) => {
    if (!to) return words.removed;
    return from ? words.changed : words.added;
  };

const time = (value: unknown) => wholeTime(String(value));
const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

const messengers: Readonly<Record<string, string>> = t.messengers.names;

/** What the history of an item says. Of long things it tells only that they changed. */
export const historyWords: HistoryWords = {
  actions: {
    'news.create': t.history.create,
    'news.save': t.history.save,
    'news.declined': t.history.declined,
    'news.blocked': t.history.blocked,
    'news.wait': t.history.unblocked,
    // Two different decisions end in the same status.
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
  // What these say is the action itself.
  whole: Object.fromEntries(
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
