import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../kit/api/problem';
import { errorsOf } from '../../../shared/form/schema';
import type { TradePoint } from '../wire';
import { emptyWeek, withDays } from './hours';
import {
  byFirstLetter,
  emptyPoint,
  fieldOf,
  isComplete,
  mergedLetters,
  pointSchema,
  rowErrors,
  valuesOf,
} from './rules';

const hours = withDays(emptyWeek, [0], { start: '09:00', end: '18:00' });
const point = (uuidSalePoint: string, changes: Partial<TradePoint> = {}): TradePoint => ({
  uuidSalePoint,
  idSalePoint: 1,
  address: 'ул. Ёлочная, 1',
  workTime: 'Пн:09:00-18:00',
  timeWork: null,
  geo: null,
  version: 'v1',
  ...changes,
});

describe('a trade point', () => {
  it('requires an address and hours', () => {
    const empty = emptyPoint();
    expect(errorsOf(pointSchema(''), empty)).toEqual({
      address: 'Укажите адрес',
      hours: 'Укажите часы работы',
    });
    expect(errorsOf(pointSchema(''), { ...empty, address: 'ё'.repeat(300), hours })).toEqual({});
    expect(errorsOf(pointSchema(''), { ...empty, address: 'ё'.repeat(301), hours })).toHaveProperty(
      'address',
    );
  });

  it('keeps text-only hours', () => {
    const values = valuesOf(point('a'));
    expect(values.hoursText).toBe('Пн:09:00-18:00');
    expect(errorsOf(pointSchema(values.hoursText), values)).toEqual({});
  });

  it('is complete with an address and hours, in the wizard', () => {
    expect(isComplete(emptyPoint(hours))).toBe(false);
    expect(isComplete({ ...emptyPoint(hours), address: 'ул. Мира' })).toBe(true);
    expect(isComplete({ ...emptyPoint(), address: 'ул. Мира' })).toBe(false);
  });

  it('maps server errors to fields', () => {
    const refusal = (field: string) => new Problem(422, { errors: [{ field, message: 'нет' }] });
    expect(fieldOf('salePoints[0].timeWork')).toBe('hours');
    expect(fieldOf('[0].address')).toBe('address');
    expect(fieldOf('[0].geo')).toBe('place');
    expect(rowErrors(refusal('salePoints[1].address'))).toEqual({ rows: 'Адрес 2. нет' });
    expect(rowErrors(refusal('uuidCity'))).toEqual({ rows: 'нет' });
  });
});

describe('lists of trade points', () => {
  it('join a letter that is split across pages', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => point(id)) as [
      TradePoint,
      TradePoint,
      TradePoint,
    ];
    const first = [
      { letter: 'А', points: [a] },
      { letter: 'Б', points: [b] },
    ];
    expect(mergedLetters([first, [{ letter: 'Б', points: [c] }]])).toEqual([
      { letter: 'А', points: [a] },
      { letter: 'Б', points: [b, c] },
    ]);
    expect(first[1]?.points).toEqual([b]);
  });

  it('group cities by first letter', () => {
    const cities = ['Казань', 'Кострома', 'Москва'].map((nameCity) => ({ nameCity }));
    expect(byFirstLetter(cities).map(({ letter, cities: c }) => [letter, c.length])).toEqual([
      ['К', 2],
      ['М', 1],
    ]);
  });
});
