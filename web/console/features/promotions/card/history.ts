import { formatNumber } from '../../../../kit/format/number';
import type { HistoryWords } from '../../../shared/history/record';
import { showLimit } from '../rules';
import { t } from '../texts';

const limitOf = (value: unknown) =>
  showLimit(typeof value === 'number' ? value : null).toLowerCase();

const grouped = (value: unknown) => formatNumber(Number(value));

/** The texts of a promotion's history. */
export const historyWords: HistoryWords = {
  actions: {
    'promotions.create': t.history.created,
    'promotions.save': t.history.saved,
    'promotions.blocked': t.history.blocked,
    'promotions.active': t.history.unblocked,
    // A failed import shows its reason.
    'promotions.import': ({ reason, changes }) =>
      t.history.ofFile(reason ? t.history.importFailed : t.history.imported, changes.file?.to),
    'promotions.export': t.history.exported,
  },
  fields: {
    ...t.history.fields,
    winLimit: ({ from, to }) => t.history.limit(limitOf(from), limitOf(to)),
    // Not quoted: two texts of 2000 characters would hide everything else.
    description: () => t.history.description,
    file: ({ to }) => t.history.fileOf(String(to)),
  },
  snapshots: { 'promotions.create': 'nothing', 'promotions.import': 'values' },
  values: { imported: grouped, duplicates: grouped, invalid: grouped },
};
