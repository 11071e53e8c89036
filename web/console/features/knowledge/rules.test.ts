import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import { emptyValues, ownerOf, questionSchema, shareOf } from './rules';
import type { Question } from './wire';

const whole = { ...emptyValues('c-1'), question: 'Как?', answer: 'Так.' };

describe('the form of a question', () => {
  it('accepts a complete form', () => {
    expect(errorsOf(questionSchema, whole)).toEqual({});
  });

  it.each([
    ['nothing', emptyValues(), ['uuidCategory', 'question', 'answer']],
    ['no category', { ...whole, uuidCategory: '' }, ['uuidCategory']],
    ['blanks for a question', { ...whole, question: ' \n' }, ['question']],
    ['no answer', { ...whole, answer: '' }, ['answer']],
  ])('refuses %s in one sentence, and marks the fields', (_, values, fields) => {
    const { '': message, ...marked } = errorsOf(questionSchema, values);
    expect(message).toBe('Заполните все поля!');
    expect(marked).toEqual(Object.fromEntries(fields.map((field) => [field, true])));
  });
});

it('names the owner: the programme, or the university', () => {
  const question = { owner: 'admin', shortNameUniversity: null } as Question;
  expect(ownerOf(question)).toBe('СтудБонус');
  expect(ownerOf({ ...question, owner: 'u-1', shortNameUniversity: 'СПбГУ' })).toBe('СПбГУ');
});

it('computes the percentage of votes for', () => {
  expect([shareOf(0, 0), shareOf(0, 3), shareOf(2, 1), shareOf(5, 0)]).toEqual([null, 0, 67, 100]);
});
