import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import type { Question } from './api';
import { dayOf, emptyValues, ownerOf, questionSchema, shareOf } from './rules';
import { universityFilter } from './universityFilter';
import { rememberUniversities } from './universityNames';

const whole = { ...emptyValues('c-1'), question: 'Как?', answer: 'Так.' };

describe('the form of a question', () => {
  it('takes what is whole', () => {
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

it('tells how many of a hundred are for', () => {
  expect([shareOf(0, 0), shareOf(0, 3), shareOf(2, 1), shareOf(5, 0)]).toEqual([null, 0, 67, 100]);
});

it('writes the day of a moment', () => {
  expect(dayOf('2026-01-09 23:59:59')).toBe('09.01.2026');
});

describe('the university filter', () => {
  const uuid = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11';

  it('stands in the address as a uuid, and nonsense is no filter', () => {
    expect(universityFilter.read(universityFilter.write(uuid))).toBe(uuid);
    expect(universityFilter.write(universityFilter.none)).toBe('');
    for (const text of ['', 'admin', `{${uuid}}`, uuid.replaceAll('-', '')]) {
      expect(universityFilter.read(text)).toBeNull();
    }
    expect([universityFilter.body(null), universityFilter.body(uuid)]).toEqual([undefined, uuid]);
  });

  it('is a chip with the name, as soon as that is known', () => {
    expect(universityFilter.chips(null)).toEqual([]);
    expect(universityFilter.chips(uuid)).toEqual([
      { id: uuid, label: 'Университет', without: null },
    ]);
    rememberUniversities([[uuid, 'СПбГУ']]);
    expect(universityFilter.chips(uuid)[0]?.label).toBe('СПбГУ');
  });
});
