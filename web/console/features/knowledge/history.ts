import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** Texts of a question's history. Answers are too long to be quoted. */
export const historyWords: HistoryWords = {
  actions: { 'knowledge.create': t.history.added, 'knowledge.save': t.history.saved },
  fields: {
    nameCategory: t.form.category,
    question: t.form.question,
    answer: () => t.history.answer,
  },
  snapshots: { 'knowledge.create': 'nothing' },
};
