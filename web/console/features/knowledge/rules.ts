import { unchosen } from '../../shared/form/choice';
import { overLimit } from '../../shared/form/limit';
import { type FormErrors, formRules, wholeForm } from '../../shared/form/schema';
import { t } from './texts';
import type { Card, Category, Question } from './wire';

/** Maximum lengths in characters (rules 11.1). */
export const limits = { question: 500, answer: 2500 };

/** The server's owner of the programme's own questions. */
const programme = 'admin';

/** The name of a question's owner. */
export const ownerOf = ({ owner, shortNameUniversity }: Question) =>
  owner === programme ? t.programme : (shortNameUniversity ?? '');

/** Values of the form, under the server's field names, so that a 422 finds its fields. */
export type QuestionValues = {
  uuidCategory: string;
  question: string;
  answer: string;
  /** Part of the values: after a 409 and a reload the form must send the new version. */
  version: string;
};

/** The form of a question: if any field is empty, one message above the form (rules 11.1). */
export const questionSchema = formRules<QuestionValues>(({ uuidCategory, question, answer }) => {
  const errors: FormErrors = {};
  if (!uuidCategory || uuidCategory === unchosen) errors.uuidCategory = true;
  if (!question.trim()) errors.question = true;
  if (!answer.trim()) errors.answer = true;
  if (Object.keys(errors).length > 0) return { ...errors, [wholeForm]: t.form.fillAll };
  errors.question = overLimit(question, limits.question);
  errors.answer = overLimit(answer, limits.answer);
  return errors;
});

/** Values of a new question, with or without a category. */
export const emptyValues = (uuidCategory = ''): QuestionValues => ({
  uuidCategory,
  question: '',
  answer: '',
  version: '',
});

/** The form values of a card. */
export const valuesOf = ({ question, version }: Card): QuestionValues => ({
  uuidCategory: question.uuid_category,
  question: question.question,
  answer: question.answer,
  version,
});

/** Categories to choose from. */
export const categoryOptions = (categories: readonly Category[] = []) =>
  categories.map(({ uuidCategory, name }) => ({ value: uuidCategory, label: name }));

/** The percentage of votes for; null without votes. */
export const shareOf = (plus: number, minus: number) =>
  plus + minus === 0 ? null : Math.round((plus / (plus + minus)) * 100);
