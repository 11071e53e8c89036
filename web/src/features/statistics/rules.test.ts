import { describe, expect, it } from 'vitest';
import {
  linePoints,
  monthEnds,
  placeAt,
  readView,
  tileNames,
  tileTargets,
  type View,
  wantsMore,
  writeView,
} from './rules';
import { t } from './texts';

const views: View[] = (['all', 'month'] as const).flatMap((period) =>
  (['barcode', 'card'] as const).flatMap((by) =>
    (['ASC', 'DESC'] as const).map((direction) => ({ period, by, direction })),
  ),
);

describe('the view', () => {
  it.each(views)('comes back from the address: %o', (view) => {
    expect(readView(writeView(view))).toEqual(view);
  });

  it('leaves what is usual out of the address', () => {
    expect(Object.values(writeView(readView({}))).filter(Boolean)).toEqual([]);
    expect(writeView({ period: 'month', by: 'barcode', direction: 'ASC' })).toEqual({
      period: 'month',
      by: undefined,
      direction: 'ASC',
    });
  });

  it('takes what it does not know for the usual', () => {
    const strange = { period: 'year', by: 7, direction: 'desc', page: '3' };
    expect(readView(strange)).toEqual({ period: 'all', by: 'barcode', direction: 'DESC' });
  });
});

describe('the line', () => {
  it('fills its box from the lowest to the highest value', () => {
    expect(linePoints([10, 30, 20], 'all')).toEqual([
      { x: 0, y: 100 },
      { x: 50, y: 0 },
      { x: 100, y: 50 },
    ]);
  });

  it('starts from zero where it tells what months brought', () => {
    expect(linePoints([5, 10, 8], 'month').map(({ y }) => y)).toEqual([50, 0, 20]);
  });

  it('lies in the middle when nothing changes', () => {
    expect(linePoints([0, 0], 'all').map(({ y }) => y)).toEqual([50, 50]);
    expect(linePoints([7, 7], 'month').map(({ y }) => y)).toEqual([50, 50]);
    expect(linePoints([5], 'all')).toEqual([{ x: 0, y: 50 }]);
  });

  it('ends today, each point thirty days after the one before', () => {
    const ends = monthEnds(new Date(2026, 10, 15, 12), 12);
    expect(ends).toHaveLength(12);
    expect(ends.at(-1)).toEqual(new Date(2026, 10, 15, 12));
    expect(ends.at(-2)).toEqual(new Date(2026, 9, 16, 12));
    expect(ends[0]).toEqual(new Date(2025, 11, 20, 12));
  });
});

describe('the rating', () => {
  it('gives the best the first place, from whichever end it is read', () => {
    expect([placeAt(0, 86, 'DESC'), placeAt(85, 86, 'DESC')]).toEqual([1, 86]);
    expect([placeAt(0, 86, 'ASC'), placeAt(85, 86, 'ASC')]).toEqual([86, 1]);
  });

  it('asks for more ten rows before the end', () => {
    expect([wantsMore(39, 50), wantsMore(40, 50), wantsMore(12, 13)]).toEqual([false, true, true]);
  });
});

describe('the words', () => {
  it('lead every tile somewhere', () => {
    expect(tileNames.map((name) => tileTargets[name].to)).toEqual([
      '/',
      '/partners',
      '/promotions',
      '/partners',
    ]);
  });

  it.each([
    [12, 'на 12 больше, чем за 30 дней до этого'],
    [-1204, 'на 1 204 меньше, чем за 30 дней до этого'],
    [0, 'столько же, сколько за 30 дней до этого'],
  ])('say what a change of %i means', (change, words) => {
    expect(t.tiles.change(change).replaceAll(/\s/g, ' ')).toBe(words);
  });

  it('count in Russian', () => {
    expect([1, 2, 5, 11, 21].map((n) => t.rating.value('card', n))).toEqual([
      'просмотр',
      'просмотра',
      'просмотров',
      'просмотров',
      'просмотр',
    ]);
    expect([1, 3, 86].map(t.rating.total)).toEqual(['1 партнёр', '3 партнёра', '86 партнёров']);
  });
});
