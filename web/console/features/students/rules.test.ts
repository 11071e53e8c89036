import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import { card, faculties } from '../../test/students';
import { t as words } from './card/texts';
import {
  ageOn,
  courses,
  facultyOptions,
  fullName,
  phoneOf,
  type StudentValues,
  specialtyOptions,
  standingOf,
  studentSchema,
  valuesOf,
  years,
} from './rules';

const now = new Date(2026, 10, 15);
const errors = (change: Partial<StudentValues>, hasPhone = true) =>
  errorsOf(studentSchema(hasPhone, now), { ...valuesOf(card()), ...change });

// The rules of internal/students/students.go, one by one.
describe('the edit form', () => {
  it('takes a card as it is', () => {
    expect(errors({})).toEqual({});
  });
  it('wants a surname and a name of at most a hundred characters', () => {
    expect(errors({ surname: '  ', name: '' })).toEqual({
      surname: 'Укажите фамилию',
      name: 'Укажите имя',
    });
    expect(errors({ patronymic: '' })).toEqual({});
    expect(Object.keys(errors({ surname: 'а'.repeat(101), patronymic: 'а'.repeat(101) }))).toEqual([
      'surname',
      'patronymic',
    ]);
  });
  it('wants a real birth date since 1900, or none', () => {
    expect(errors({ birthdate: '' })).toEqual({});
    expect(errors({ birthdate: '31.02.2004' })).toEqual({
      birthdate: 'Укажите дату в виде ДД.ММ.ГГГГ',
    });
    expect(errors({ birthdate: '12.03' })).toHaveProperty('birthdate');
    expect(errors({ birthdate: '31.12.1899' })).toEqual({ birthdate: 'Проверьте год рождения' });
    expect(errors({ birthdate: '16.11.2026' })).toHaveProperty('birthdate');
    expect(errors({ birthdate: '15.11.2026' })).toEqual({});
  });
  it('wants a whole phone, where there is the field', () => {
    expect(errors({ phone: '7912' })).toHaveProperty('phone');
    expect(errors({ phone: '' })).toHaveProperty('phone');
    expect(errors({ phone: '' }, false)).toEqual({});
  });
  it('wants no end before the beginning', () => {
    expect(errors({ start: '2027', end: '2026' })).toEqual({
      end: 'Окончание не может быть раньше начала обучения',
    });
    expect(errors({ start: '2026', end: '2026' })).toEqual({});
  });
  it('wants an upload to end first', () => {
    expect(errors({ photo: 'uploading' })).toHaveProperty('photo');
  });
});

describe('choices', () => {
  it('are six courses and twenty-one years, and the present value', () => {
    expect(courses(3)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(courses(8)).toEqual(['1', '2', '3', '4', '5', '6', '8']);
    expect(years(2024, now)).toHaveLength(21);
    expect([years(2024, now)[0], years(2024, now).at(-1)]).toEqual(['2016', '2036']);
    expect(years(2010, now)[0]).toBe('2010');
  });
  it('are faculties, with the present one even when it is not in the list', () => {
    const { studentInfo } = card().student;
    expect(facultyOptions(faculties, studentInfo).map(({ label }) => label)).toEqual([
      'Юридический факультет',
      'Химический факультет',
    ]);
    expect(facultyOptions(undefined, studentInfo)).toEqual([
      { value: 'f-1', label: 'Юридический факультет' },
    ]);
  });
  it('are the specialties of the chosen faculty', () => {
    const { studentInfo } = card().student;
    expect(specialtyOptions(faculties, studentInfo, 'f-2')).toEqual([
      { value: 's-2', label: 'Органическая химия' },
    ]);
    expect(specialtyOptions(undefined, studentInfo, 'f-1')).toEqual([
      { value: 's-1', label: 'Гражданское право' },
    ]);
    expect(specialtyOptions(faculties, studentInfo, '')).toEqual([]);
  });
});

describe('words', () => {
  it('name a student', () => {
    expect(fullName({ surname: 'Ёлкина', name: 'Анна', patronymic: null })).toBe('Ёлкина Анна');
  });
  it('show a phone of eleven digits, no other', () => {
    expect(phoneOf('79123456789')).toBe('+7 912 345 67 89');
    for (const phone of [null, '', '7912345678']) expect(phoneOf(phone)).toBe('Не указан');
  });
  it('count years', () => {
    expect(ageOn('15.11.2004', now)).toBe(22);
    expect(ageOn('16.11.2004', now)).toBe(21);
    expect(ageOn('нет', now)).toBeNull();
    expect([1, 2, 5, 11, 21, 24, 112].map(words.age)).toEqual([
      '1 год',
      '2 года',
      '5 лет',
      '11 лет',
      '21 год',
      '24 года',
      '112 лет',
    ]);
  });
});

describe('the status on a card', () => {
  const lastMinute = Date.parse('2026-09-30T23:59:00+03:00');
  it.each([
    ['active', 2026, lastMinute, 'green', 'Активен', 'Активен'],
    ['active', 2026, lastMinute + 60_000, 'grey', 'Активен, карта истекла', 'Карта истекла'],
    ['active', 2027, lastMinute + 60_000, 'green', 'Активен', 'Активен'],
    ['blocked', 2020, lastMinute, 'red', 'Заблокирован', 'Заблокирован'],
    ['moderation', 2020, lastMinute, 'amber', 'На модерации', 'На модерации'],
  ] as const)('%s, %i', (status, endYear, at, tone, text, short) => {
    expect(standingOf(status, endYear, at)).toEqual({ tone, text, short });
  });
});
