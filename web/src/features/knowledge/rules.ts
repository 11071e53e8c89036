import { unchosen } from '../../shared/form/choice';
import { overLimit } from '../../shared/form/limit';
import { type FormErrors, ruled, wholeForm } from '../../shared/form/schema';
import type { Card, Category, Question } from './api';
import { t } from './texts';

/** Lengths of contract §8, in characters. */
export const limits = { question: 500, answer: 2500 };

/** The owner of what belongs to the programme itself (spec part 2 §3). */
const programme = 'admin';

/** Whose a question is, in words. */
export const ownerOf = ({ owner, shortNameUniversity }: Question) =>
  owner === programme ? t.programme : (shortNameUniversity ?? '');

/** What the form holds. The server's field names, so that its refusals find their fields. */
export type QuestionValues = {
  uuidCategory: string;
  question: string;
  answer: string;
  /** Kept with the values: after a reload the form is saved upon what it was merged with. */
  version: string;
};

/** The form of a question (spec part 2 §5): all fields, or one sentence over them. */
export const questionSchema = ruled<QuestionValues>(({ uuidCategory, question, answer }) => {
  const errors: FormErrors = {};
  if (!uuidCategory || uuidCategory === unchosen) errors.uuidCategory = true;
  if (!question.trim()) errors.question = true;
  if (!answer.trim()) errors.answer = true;
  if (Object.keys(errors).length > 0) return { ...errors, [wholeForm]: t.form.fillAll };
  errors.question = overLimit(question, limits.question);
  errors.answer = overLimit(answer, limits.answer);
  return errors;
});

/** A new question, in a category or in none yet. */
export const emptyValues = (uuidCategory = ''): QuestionValues => ({
  uuidCategory,
  question: '',
  answer: '',
  version: '',
});

/** A loaded question as the form holds it. */
export const valuesOf = ({ question, version }: Card): QuestionValues => ({
  uuidCategory: question.uuid_category,
  question: question.question,
  answer: question.answer,
  version,
});

/** Categories to choose from. */
export const categoryOptions = (categories: readonly Category[] = []) =>
  categories.map(({ uuidCategory, name }) => ({ value: uuidCategory, label: name }));

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy. */
export const dayOf = (stamp: string) => stamp.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$3.$2.$1');

/** How many of a hundred votes are for; null when there are none. */
export const shareOf = (plus: number, minus: number) =>
  plus + minus === 0 ? null : Math.round((plus / (plus + minus)) * 100);
