import { describe, expect, it, vi } from 'vitest';
import { http } from '../../shared/api/client';
import { createQueryClient } from '../../shared/api/queryClient';
import { type Discount, type Point, partnerQuery } from './api';
import { best } from './best';
import { inMetres } from './distance';
import { filtersOf, paramsOf } from './filters';
import { today, week } from './hours';
import { choosePlace, coarse, whereOf } from './place';

const fix = (size: string): Discount => ({ type: 'fix', size, name: null, description: '' });
type Asked = { params: { query: unknown } };
const gift: Discount = { type: 'free', size: null, name: 'Десерт', description: '' };

describe('the percent of a partner', () => {
  it.each([
    [[fix('10'), fix('20'), gift], { size: '20', isOneOfMany: true }],
    [[fix('15'), gift], { size: '15', isOneOfMany: false }],
    [[fix('7,5')], { size: '7,5', isOneOfMany: false }],
    [[gift], null],
    [[fix('много')], null],
    [[], null],
  ])('%#', (discounts, shown) => {
    expect(best(discounts)).toEqual(shown);
  });
});

describe('a distance', () => {
  it.each([
    [0, '10 м'],
    [244, '240 м'],
    [949, '950 м'],
    [951, '1 км'],
    [1260, '1,3 км'],
    [9960, '10 км'],
    [99_400, '99 км'],
  ])('of %i metres is %s', (metres, text) => {
    expect(inMetres(metres)).toBe(text);
  });
});

describe('the hours', () => {
  const names = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'] as const;
  const hours: Point['hours'] = names.map((name, i) => ({
    name,
    startWork: i < 5 ? '09:00' : i === 5 ? 'Круглосуточно' : 'Выходной',
    endWork: i < 5 ? '20:30' : i === 5 ? 'Круглосуточно' : 'Выходной',
  }));

  it('join equal days', () => {
    expect(week(hours)).toEqual([
      { days: 'Пн–Пт', hours: '9:00–20:30' },
      { days: 'Сб', hours: 'круглосуточно' },
      { days: 'Вс', hours: 'выходной' },
    ]);
    expect(week(null)).toEqual([]);
    expect(week(names.map((name) => ({ name, startWork: null, endWork: null })))).toEqual([]);
  });

  it.each([
    ['2026-11-16T12:00', '9:00–20:30'],
    ['2026-11-21T12:00', 'круглосуточно'],
    ['2026-11-22T12:00', 'выходной'],
  ])('of the day %s are %s', (now, text) => {
    expect(today(hours, new Date(now))).toBe(text);
  });
});

describe('filters', () => {
  it('round-trip through the URL', () => {
    const filters = { search: 'кофе & чай', category: 'c-1', isOpen: true, isFavourite: false };
    expect(filtersOf(new URLSearchParams(paramsOf(filters).toString()))).toEqual(filters);
    const off = { search: '', category: '', isOpen: false, isFavourite: false };
    expect(paramsOf(off).toString()).toBe('');
    expect(filtersOf(new URLSearchParams())).toEqual(off);
  });

  it('prefer a place over a city', () => {
    const near = { at: coarse(55.75123, 37.6), since: 0 };
    expect(whereOf({ near, city: null })).toEqual({ near: '55.751,37.600' });
    expect(whereOf({ near: null, city: { id: 'c', name: 'Казань' } })).toEqual({ city: 'c' });
    expect(whereOf({ near: null, city: null })).toEqual({});
  });
});

it('reads a card again once the place has changed', async () => {
  const client = createQueryClient();
  const asked: unknown[] = [];
  vi.spyOn(http, 'GET').mockImplementation((async (_path: string, options: Asked) => {
    asked.push(options.params.query);
    return { data: {}, response: new Response() };
  }) as never);
  await client.fetchQuery(partnerQuery('p-1'));
  await client.fetchQuery(partnerQuery('p-1'));
  choosePlace(client, { near: { at: '55.751,37.617', since: 0 }, city: null });
  await client.fetchQuery(partnerQuery('p-1'));
  expect(asked).toEqual([{}, { near: '55.751,37.617' }]);
});
