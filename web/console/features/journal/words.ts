import { formatDay } from '../../../kit/format/day';
import { changesInWords, type HistoryWords } from '../../shared/history/record';
import { t } from './texts';
import type { Row } from './wire';

const named = (words: Readonly<Record<string, string>>) => (value: unknown) =>
  words[String(value)] ?? String(value);

const yesNo = (value: unknown) => (value ? t.yes : t.no);

/** Fields of actions that no card's history shows. */
const own: HistoryWords = {
  actions: {},
  fields: t.fields,
  values: {
    kind: named({ ...t.kinds, ...t.of }),
    list: named(t.of),
    since: (value) => formatDay(String(value)),
    reasons: (value) => (Array.isArray(value) ? value.join('; ') : String(value)),
    isShared: yesNo,
    answered: yesNo,
    unanswered: yesNo,
    deleted: yesNo,
    group: named(t.groups),
    status: named(t.statuses),
    role: named(t.roles),
    requiredOf: named(t.requiredOf),
    search: (value) => (typeof value === 'boolean' ? yesNo(value) : String(value)),
    isAdmin: yesNo,
    isChairman: yesNo,
  },
};

// What was only set is shown as plain values, not as a change from nothing.
const ownOf = ({ action, changes }: Row): HistoryWords => ({
  ...own,
  snapshots: Object.values(changes).some(({ from }) => from !== undefined)
    ? {}
    : { [action]: 'values' },
});

/** The changes of a row, one sentence each, in the words of its card's history. */
export const changesOf = (areas: readonly HistoryWords[], row: Row) =>
  changesInWords(
    areas.find(({ actions }) => Object.hasOwn(actions, row.action)) ?? ownOf(row),
    row,
  );
