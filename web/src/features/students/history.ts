import { showPhone } from '../../shared/form/phone';
import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** What the history of a student says. The status is told by the action itself. */
export const historyWords: HistoryWords = {
  actions: {
    'students.apply': t.history.applied,
    'students.rejected': t.history.rejected,
    'students.blocked': t.history.blocked,
    'students.save': t.history.saved,
    // Two different decisions end in the same status.
    'students.active': ({ changes }) =>
      changes.status?.from === 'blocked' ? t.history.unblocked : t.history.approved,
  },
  fields: {
    ...t.history.fields,
    photo: ({ from, to }) => {
      if (!to) return t.history.photo.removed;
      return from ? t.history.photo.changed : t.history.photo.added;
    },
  },
  values: { phone: (value) => showPhone(String(value)) },
};
