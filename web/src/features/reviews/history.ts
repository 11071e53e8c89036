import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** What the history of a review says. The status is told by the action itself. */
export const historyWords: HistoryWords = {
  actions: {
    'reviews.submit': t.history.submitted,
    'reviews.public': t.history.published,
    // Two different decisions end in the same status.
    'reviews.rejected': ({ changes }) =>
      changes.status?.from === 'public' ? t.history.unpublished : t.history.rejected,
    'reviews.delete': t.history.deleted,
    'reviews.restore': t.history.restored,
    'reviews.answer': t.history.answered,
    'reviews.editAnswer': t.history.edited,
    'reviews.deleteAnswer': t.history.answerDeleted,
  },
  fields: { answer: t.history.answer },
  whole: { 'reviews.answer': 'values', 'reviews.deleteAnswer': 'nothing' },
};
