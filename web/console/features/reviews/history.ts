import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** The texts of a review's history. The action names the status. */
export const historyWords: HistoryWords = {
  actions: {
    'reviews.submit': t.history.submitted,
    'reviews.public': t.history.published,
    // Two decisions lead to this status.
    'reviews.rejected': ({ changes }) =>
      changes.status?.from === 'public' ? t.history.unpublished : t.history.rejected,
    'reviews.delete': t.history.deleted,
    'reviews.restore': t.history.restored,
    'reviews.undo': t.history.undone,
    'reviews.answer': t.history.answered,
    'reviews.editAnswer': t.history.edited,
    'reviews.deleteAnswer': t.history.answerDeleted,
  },
  fields: { answer: t.history.answer },
  snapshots: { 'reviews.answer': 'values', 'reviews.deleteAnswer': 'nothing' },
};
