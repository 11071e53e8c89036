import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { fieldErrors } from '../../shared/form/refusal';
import { errorsOf } from '../../shared/form/schema';
import { actionInWords, changesInWords } from '../../shared/history/record';
import { check, imported, promotion } from '../../test/promotions';
import { historyWords } from './card/history';
import {
  fileRefusal,
  isRunning,
  isUseless,
  outlook,
  pending,
  suspicionsOf,
  usedShare,
} from './codes/rules';
import { emptyPromotion, fieldOf, promotionSchema, valuesOf } from './form/rules';
import { badgeOf, isOffered, showLimit, showShortDays } from './rules';
import { t } from './texts';

const filled = {
  ...emptyPromotion,
  ...{ name: ' Кофе ', description: 'Описание', dateBegin: '01.11.2026', dateEnd: '30.11.2026' },
};

describe('the form of a promotion', () => {
  it('requires a name, a description and both dates', () => {
    expect(errorsOf(promotionSchema, emptyPromotion)).toEqual({
      name: 'Обязательное поле',
      description: 'Обязательное поле',
      dateBegin: 'Укажите дату начала',
      dateEnd: 'Укажите дату окончания',
    });
  });

  it('accepts one day, but no end before the start', () => {
    const of = (dateBegin: string, dateEnd: string) =>
      errorsOf(promotionSchema, { ...filled, dateBegin, dateEnd });
    expect(of('01.11.2026', '01.11.2026')).toEqual({});
    expect(of('02.11.2026', '01.11.2026')).toEqual({
      dateEnd: 'Окончание не может быть раньше начала',
    });
    // Compared as dates, not as strings.
    expect(of('31.12.2026', '01.01.2027')).toEqual({});
    expect(of('31.02.2026', '01.01.2026')).toEqual({
      dateBegin: 'Укажите дату в виде ДД.ММ.ГГГГ',
    });
  });

  it('reports reversed dates along with other errors', () => {
    const values = { ...filled, name: '', dateBegin: '02.11.2026', dateEnd: '01.11.2026' };
    expect(Object.keys(errorsOf(promotionSchema, values))).toEqual(['name', 'dateEnd']);
  });

  it('does not save while a file is being checked', () => {
    expect(errorsOf(promotionSchema, { ...filled, file: pending })).toEqual({
      file: 'Дождитесь окончания проверки файла',
    });
  });

  it('sends no limit as null', () => {
    const limit = (winLimit: string) => v.parse(promotionSchema, { ...filled, winLimit }).winLimit;
    expect(['1', '2', '3', '4'].map(limit)).toEqual([1, 2, 3, null]);
    expect(Object.keys(errorsOf(promotionSchema, { ...filled, winLimit: '5' }))).toEqual([
      'winLimit',
    ]);
    expect(v.parse(promotionSchema, filled).name).toBe('Кофе');
  });

  it('maps a card to values without a file', () => {
    const fileUrl = '/files/old?x=1';
    const values = valuesOf({ promotion: promotion({ winLimit: null, fileUrl }), version: '"2"' });
    expect(values).toMatchObject({ winLimit: '4', file: '', version: '"2"' });
  });

  it('maps the server’s fields', () => {
    const errors = [
      { field: 'fileUrl', message: 'Загрузите файл ещё раз.' },
      { field: 'uuidPartner', message: 'Выберите партнёра.' },
    ];
    expect(fieldErrors(new Problem(422, { errors }), emptyPromotion, fieldOf)).toEqual({
      file: 'Загрузите файл ещё раз.',
      '': 'Выберите партнёра.',
    });
  });
});

describe('a file of codes', () => {
  it('is csv by its extension, in any letter case', () => {
    expect(fileRefusal({ name: 'codes.xlsx', size: 1 })).toBe('format');
    expect(fileRefusal({ name: 'csv', size: 1 })).toBe('format');
    expect(fileRefusal({ name: 'КОДЫ.CSV', size: 1 })).toBeNull();
  });

  it('is neither empty nor larger than 64 MiB', () => {
    const limit = 64 * 1024 * 1024;
    expect(fileRefusal({ name: 'a.csv', size: 0 })).toMatch('пуст');
    expect(fileRefusal({ name: 'a.csv', size: limit })).toBeNull();
    expect(fileRefusal({ name: 'a.csv', size: limit + 1 })).toMatch('64 МБ');
  });

  it('is refused if no line is a code', () => {
    expect(isUseless(check({ total: 0 }))).toBe(true);
    expect(isUseless(check({ total: 2, invalid: 2 }))).toBe(true);
    expect(isUseless(check({ total: 2, new: 0, known: 2 }))).toBe(false);
  });

  it('explains why it looks damaged', () => {
    expect(suspicionsOf(check())).toEqual([]);
    expect(suspicionsOf(check({ scientific: 1, lostZeros: 2, lookAlikes: 5 }))).toEqual([
      '1 промокод похож на число, которое Excel записал сокращённо: 1,23E+12.',
      '2 промокода короче остальных: возможно, Excel убрал нули в начале.',
      '5 промокодов: русские буквы вперемешку с латинскими, которые выглядят так же.',
    ]);
  });

  it('is being imported until it is done or has failed', () => {
    const of = (status: 'queued' | 'running' | 'done' | 'error') => isRunning(imported({ status }));
    expect([of('queued'), of('running'), of('done'), of('error')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isRunning(null)).toBe(false);
  });
});

describe('a promotion’s texts', () => {
  it('show its days, limit and conditions', () => {
    expect(showShortDays(promotion())).toBe('01.11 – 30.11.2026');
    expect([1, 2, 3, null].map(showLimit)).toEqual(['Один', 'Два', 'Три', 'Неограниченно']);
    expect(t.card.conditionsOf(2, '01.11.2026', '30.11.2026')).toBe(
      'Промокоды можно получить с 01.11.2026 по 30.11.2026 включительно. Один студент может получить не больше двух промокодов.',
    );
    expect(t.card.conditionsOf(null, '01.11.2026', '30.11.2026')).toMatch('любое количество');
  });

  it('call it available only if the partner is active too', () => {
    const { partner } = promotion();
    expect(isOffered(promotion())).toBe(true);
    expect(isOffered(promotion({ status: 'blocked' }))).toBe(false);
    expect(isOffered(promotion({ partner: { ...partner, status: 'blocked' } }))).toBe(false);
  });

  it.each([
    ['active', 'running', 'active', 'green Идёт', 'Активна · Идёт'],
    ['active', 'planned', 'active', 'grey Запланирована', 'Активна · Запланирована'],
    ['active', 'ended', 'active', 'grey Закончилась', 'Активна · Закончилась'],
    ['active', 'running', 'blocked', 'grey Скрыта', 'Активна · Скрыта'],
    ['active', 'ended', 'blocked', 'grey Скрыта', 'Активна · Скрыта'],
    ['blocked', 'running', 'active', 'red Неактивна', 'Неактивна'],
    ['blocked', 'ended', 'blocked', 'red Неактивна', 'Неактивна'],
  ] as const)('%s, %s, its partner %s: %s', (status, state, partner, short, words) => {
    const badge = badgeOf({ status, state, partner: { status: partner } });
    expect([`${badge.tone} ${badge.word}`, badge.words]).toEqual([short, words]);
  });

  it('limit the forecast to its end', () => {
    expect(outlook('30.08.2043', '30.11.2026')).toMatch('до конца акции');
    expect(outlook('30.11.2026', '30.11.2026')).toMatch('до конца акции');
    expect(outlook('29.11.2026', '30.11.2026')).toMatch('до 29.11.2026');
  });

  it('keep the meter between the first taken and the last free code', () => {
    expect([usedShare(0, 0), usedShare(0, 9), usedShare(1, 99_999)]).toEqual([0, 0, 1]);
    expect([usedShare(99_999, 1), usedShare(9, 0), usedShare(40, 60)]).toEqual([99, 100, 40]);
  });

  it('sanitize file names', () => {
    expect(t.statistics.file('Кофе 1/2: "два"?')).toBe('Кофе 1 2   два — статистика.xlsx');
  });

  it('cover its history', () => {
    const record = (action: string, changes: object) => ({
      ...{ action: `promotions.${action}`, at: '2026-11-15 12:00:00', operator: 'Ёлкина Мария' },
      ...{ reason: null, changes },
    });
    const saved = record('save', {
      winLimit: { from: 1, to: null },
      description: { from: 'а', to: 'б' },
      file: { to: 'осень.csv' },
    });
    expect(changesInWords(historyWords, saved as never)).toEqual([
      'Промокодов одному студенту: один → неограниченно',
      'Изменено описание',
      'Файл: осень.csv',
    ]);
    const arrived = record('import', {
      file: { to: 'осень.csv' },
      imported: { to: 12000 },
      duplicates: { to: 0 },
    });
    expect(actionInWords(historyWords, arrived as never)).toBe('Промокоды загружены: осень.csv');
    expect(changesInWords(historyWords, arrived as never)).toEqual([
      'Добавлено промокодов: 12\u00a0000',
    ]);
  });
});
