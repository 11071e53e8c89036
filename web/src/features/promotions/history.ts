import type { HistoryWords } from '../../shared/history/record';
import { showLimit } from './rules';
import { t } from './texts';

const limitOf = (value: unknown) =>
  showLimit(typeof value === 'number' ? value : null).toLowerCase();

const grouped = (value: unknown) => new Intl.NumberFormat('ru').format(Number(value));

/** What the history of a promotion says. */
export const historyWords: HistoryWords = {
  actions: {
    'promotions.create': t.history.created,
    'promotions.save': t.history.saved,
    'promotions.blocked': t.history.blocked,
    'promotions.active': t.history.unblocked,
    // A file that could not be taken over says why.
    'promotions.import': ({ reason, changes }) =>
      t.history.ofFile(reason ? t.history.importFailed : t.history.imported, changes.file?.to),
    'promotions.export': t.history.exported,
  },
  fields: {
    ...t.history.fields,
    winLimit: ({ from, to }) => t.history.limit(limitOf(from), limitOf(to)),
    // Two texts of two thousand characters would hide everything else.
    description: () => t.history.description,
    file: ({ to }) => t.history.fileOf(String(to)),
  },
  whole: { 'promotions.create': 'nothing', 'promotions.import': 'values' },
  values: { imported: grouped, duplicates: grouped, invalid: grouped },
};
