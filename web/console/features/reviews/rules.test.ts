import { describe, expect, it } from 'vitest';
import { filters } from './filters';
import { contactsIn, filled, inserted, momentOf, offers, standingOf } from './rules';
import type { Review } from './wire';

it.each([
  ['public', 'active', 'green', 'Опубликован'],
  ['public', 'blocked', 'grey', 'Скрыт'],
  ['moderation', 'blocked', 'amber', 'На модерации'],
  ['rejected', 'blocked', 'grey', 'Отклонён'],
] as const)('a review that is %s, its partner %s', (status, partnerStatus, tone, text) => {
  expect(standingOf({ status, partnerStatus })).toEqual({ tone, text });
});

describe('contacts in an answer', () => {
  it.each([
    ['Позвоните: +7 916 123-45-67', 'phone'],
    ['8(916)1234567', 'phone'],
    ['тел. 79161234567.', 'phone'],
    ['наш номер 916 123-45-67', 'phone'],
    ['+7 (495) 123.45.67', 'phone'],
    ['Пишите на help@example.org', 'email'],
    ['почта иван@профком.рф', 'email'],
    ['8 916 123 45 67 или a.b-c@mail.ru', 'both'],
    ['Скидка 20 % с 10 до 22, заказ 4800001234', null],
    ['2026-11-15 12:00, 100 500 рублей', null],
    ['ИНН 7729082090', null],
    ['Наш @telegram', null],
    ['', null],
  ])('%s', (text, wanted) => {
    expect(contactsIn(text)).toBe(wanted);
  });
});

describe('a template', () => {
  const review = { studentInfo: { name: 'Анна' }, partnerName: 'Кафе «Зачёт»' } as Review;

  it('gets the names wherever they stand', () => {
    expect(filled('{имя}! {партнёр} ждёт, {имя}. {город}', review)).toBe(
      'Анна! Кафе «Зачёт» ждёт, Анна. {город}',
    );
  });

  it('stands after what is typed already', () => {
    expect(inserted('', 'Спасибо')).toBe('Спасибо');
    expect(inserted('Добрый день! \n', 'Спасибо')).toBe('Добрый день!\n\nСпасибо');
  });

  it('is not cut: one that does not fit is refused', () => {
    expect(inserted('я'.repeat(500), 'б'.repeat(498))).toHaveLength(1000);
    expect(inserted('я'.repeat(500), 'б'.repeat(499))).toBeNull();
  });
});

describe('what a card offers', () => {
  it.each([
    ['moderation', ['Опубликовать', 'Отклонить']],
    ['public', ['Снять с публикации']],
    ['rejected', ['Опубликовать']],
  ] as const)('%s', (status, words) => {
    expect(offers[status].map(({ word }) => word)).toEqual(words);
  });
});

describe('times', () => {
  it('have a day and a time', () => {
    expect(momentOf('2026-11-05 09:08:07')).toBe('05.11.2026, 09:08');
  });
});

describe('the filters', () => {
  it('say in the request what they mean', () => {
    expect(filters.answered.body('no')).toBe(false);
    expect(filters.answered.body('yes')).toBe(true);
    expect(filters.maxRating.body('2')).toBe(2);
    expect(filters.deleted.body(true)).toBe(true);
  });

  it('say nothing when nothing is chosen, or nonsense is', () => {
    for (const filter of Object.values(filters)) {
      expect(filter.body(filter.none as never)).toBeUndefined();
      expect(filter.read('чепуха')).toBe(filter.none);
      expect(filter.write(filter.none as never)).toBe('');
    }
  });
});
