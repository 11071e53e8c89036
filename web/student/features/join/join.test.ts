import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { t as common } from '../../shared/texts';
import { type Draft, draftOf, emptyDraft } from './draft';
import { fitted } from './picture';
import { ageOn, draftField, formOf, isMinor, stepOf, wrongIn } from './rules';
import { t } from './texts';

beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 19) }));
afterAll(() => vi.useRealTimers());

const filled: Draft = {
  university: { id: 'u-1', name: 'МГУ' },
  faculty: null,
  specialty: null,
  course: '2',
  startYear: '2025',
  endYear: '2029',
  surname: ' Ёлкина ',
  name: 'Мария',
  patronymic: '',
  birthDate: '12.04.2005',
  city: { id: 'c-1', name: 'Москва' },
  portrait: { key: 'k-1', url: '/p' },
  document: { key: 'k-2', url: '/d' },
};

describe('the steps', () => {
  it('require all mandatory fields', () => {
    expect(Object.keys(wrongIn('study', emptyDraft))).toEqual([
      'university',
      'course',
      'startYear',
      'endYear',
    ]);
    expect(Object.keys(wrongIn('person', emptyDraft))).toEqual([
      'surname',
      'name',
      'birthDate',
      'city',
    ]);
    expect(Object.keys(wrongIn('photos', emptyDraft))).toEqual(['portrait', 'document']);
  });

  it('accept a complete application', () => {
    for (const step of ['study', 'person', 'photos'] as const) {
      expect(wrongIn(step, filled)).toEqual({});
    }
  });

  it.each([
    [{ endYear: '2024' }, 'study', 'endYear'],
    [{ birthDate: '31.02.2005' }, 'person', 'birthDate'],
    [{ surname: 'Ё'.repeat(101) }, 'person', 'surname'],
    [{ name: '  ' }, 'person', 'name'],
  ] as const)('find %o', (changes, step, field) => {
    expect(Object.keys(wrongIn(step, { ...filled, ...changes }))).toEqual([field]);
  });

  it.each([
    [{ birthDate: '12.04' }, common.dayPartial],
    [{ birthDate: '31.02.2005' }, common.dayUnknown],
    [{ birthDate: '12.04.1026' }, t.person.birthYearError],
    [{ birthDate: '20.11.2026' }, t.person.birthYearError],
    [{ birthDate: '20.11.2012' }, t.person.youngError],
    [{ birthDate: '19.11.2012' }, undefined],
  ])('say what is wrong with %o', (changes, words) => {
    expect(wrongIn('person', { ...filled, ...changes }).birthDate).toBe(words);
  });

  it('do not take a year of which the card has ended', () => {
    const wrong = (endYear: string) => wrongIn('study', { ...filled, endYear }).endYear;
    expect(wrong('2026')).toBe(t.study.overError);
    expect(wrong('2027')).toBeUndefined();
    vi.setSystemTime(new Date(2027, 8, 30));
    expect(wrong('2027')).toBeUndefined();
    vi.setSystemTime(new Date(2026, 10, 19));
  });

  it('know the step of each server field', () => {
    expect(
      ['universityId', 'endYear', 'birthDate', 'document', 'consents'].map(draftField),
    ).toEqual(['university', 'endYear', 'birthDate', 'document', 'consents']);
    expect(['university', 'specialty', 'city', 'document', 'consents'].map(stepOf)).toEqual([
      'study',
      'study',
      'person',
      'photos',
      'photos',
    ]);
  });
});

it('builds the request body', () => {
  const keys = { portrait: 'k-1', document: 'k-2' };
  const consents = [{ kind: 'personal', version: 1 }];
  expect(formOf(filled, keys, consents)).toMatchObject({
    universityId: 'u-1',
    course: 2,
    endYear: 2029,
    surname: 'Ёлкина',
    patronymic: undefined,
    birthDate: '2005-04-12',
    cityId: 'c-1',
    portrait: 'k-1',
    consents,
  });
});

it('prefills a previous application', () => {
  const sent = {
    ...{ universityId: 'u-1', university: 'МГУ', facultyId: null, faculty: null },
    ...{ specialtyId: null, specialty: null, course: 2, startYear: 2025, endYear: 2029 },
    ...{ surname: 'Ёлкина', name: 'Мария', patronymic: null, birthDate: '2005-04-12' },
    ...{ cityId: 'c-1', city: 'Москва', phone: '79161234567', submittedAt: null },
    ...{ portrait: 'k-1', portraitUrl: '/p', document: null, documentUrl: null },
  };
  expect(draftOf(sent)).toEqual({ ...filled, surname: 'Ёлкина', document: null });
});

it.each([
  ['2008-11-18', 18],
  ['2008-11-19', 17],
  ['2009-01-01', 17],
])('counts full years: %s', (birth, age) => {
  expect(ageOn(birth, new Date(2026, 10, 18))).toBe(age);
});

it('requires a parent’s consent of minors', () => {
  expect(isMinor({ ...filled, birthDate: '01.12.2008' }, new Date(2026, 10, 18))).toBe(true);
  expect(isMinor({ ...filled, birthDate: '01.1' })).toBe(false);
});

it.each([
  [1, '1 час'],
  [47, '47 часов'],
  [48, '2 дня'],
  [73, '4 дня'],
])('says how long an answer takes: %d hours', (hours, words) => {
  expect(t.status.moderationLead(hours)).toBe(`Обычно отвечают за ${words}.`);
});

it.each([
  [4000, 3000, 1600, 1200],
  [1000, 3200, 500, 1600],
  [800, 600, 800, 600],
])('shrinks %d × %d', (width, height, w, h) => {
  expect(fitted(width, height)).toEqual({ width: w, height: h });
});
