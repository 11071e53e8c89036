import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** What the history of a question says. An answer is too long to be told in it. */
export const historyWords: HistoryWords = {
  actions: { 'knowledge.create': t.history.added, 'knowledge.save': t.history.saved },
  fields: {
    nameCategory: t.form.category,
    question: t.form.question,
    answer: () => t.history.answer,
  },
  whole: { 'knowledge.create': 'nothing' },
};
