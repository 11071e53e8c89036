import { formatPhone } from '../../../../kit/format/phone';
import type { HistoryWords } from '../../../shared/history/record';
import { correctionsInWords } from '../rules';
import { t } from './texts';

/** Texts of a student's history. Status changes are named by their action. */
export const historyWords: HistoryWords = {
  actions: {
    'students.apply': t.history.applied,
    'students.resend': t.history.resent,
    'students.leave': t.history.left,
    'students.rejected': t.history.rejected,
    'students.blocked': t.history.blocked,
    'students.save': t.history.saved,
    'students.university': t.history.moved,
    'students.undo': t.history.undone,
    'cards.device.issue': ({ changes }) =>
      changes.isMove?.to === true ? t.history.deviceMoved : t.history.deviceIssued,
    'cards.device.reset': t.history.deviceReset,
    'members.unbind': t.history.unbound,
    // Approving and unblocking both end in 'active'.
    'students.active': ({ changes }) =>
      changes.status?.from === 'blocked' ? t.history.unblocked : t.history.approved,
  },
  fields: {
    ...t.history.fields,
    wrongFields: t.history.wrongFields,
    photo: ({ from, to }) => {
      if (!to) return t.history.photo.removed;
      return from ? t.history.photo.changed : t.history.photo.added;
    },
  },
  values: {
    phone: (value) => formatPhone(String(value)),
    wrongFields: (value) => correctionsInWords(String(value).split(' ')),
  },
};
