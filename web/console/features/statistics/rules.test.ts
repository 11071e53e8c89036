import { describe, expect, it } from 'vitest';
import {
  columnHeights,
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
  it.each(views)('round-trips through the URL: %o', (view) => {
    expect(readView(writeView(view))).toEqual(view);
  });

  it('omits defaults from the URL', () => {
    expect(Object.values(writeView(readView({}))).filter(Boolean)).toEqual([]);
    expect(writeView({ period: 'month', by: 'barcode', direction: 'ASC' })).toEqual({
      period: 'month',
      by: undefined,
      direction: 'ASC',
    });
  });

  it('replaces unknown values by defaults', () => {
    const strange = { period: 'year', by: 7, direction: 'desc', page: '3' };
    expect(readView(strange)).toEqual({ period: 'all', by: 'barcode', direction: 'DESC' });
  });
});

describe('the columns', () => {
  it('start at zero, and the highest fills the box', () => {
    expect(columnHeights([5, 10, 8, 0])).toEqual([50, 100, 80, 0]);
  });

  it('show a month that added little, but not an empty one', () => {
    expect(columnHeights([1, 1000, 0])).toEqual([4, 100, 0]);
    expect(columnHeights([0, 0])).toEqual([0, 0]);
  });

  it('are labelled at both ends', () => {
    expect(t.months.name(new Date(2025, 11, 20))).toBe('дек. 2025');
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
  it('gives the best the first place in both directions', () => {
    expect([placeAt(0, 86, 'DESC'), placeAt(85, 86, 'DESC')]).toEqual([1, 86]);
    expect([placeAt(0, 86, 'ASC'), placeAt(85, 86, 'ASC')]).toEqual([86, 1]);
  });

  it('loads the next page ten rows before the end', () => {
    expect([wantsMore(39, 50), wantsMore(40, 50), wantsMore(12, 13)]).toEqual([false, true, true]);
  });
});

describe('the texts', () => {
  it('link every tile', () => {
    expect(tileNames.map((name) => tileTargets[name].to)).toEqual([
      '/',
      '/partners',
      '/promotions',
      '/partners',
    ]);
  });

  it('show what was added, and what before', () => {
    const words = t.tiles.change(1204, 111).replaceAll(/\s/g, ' ');
    expect(words).toBe('За 30 дней добавлено: 1 204, за 30 дней до этого: 111');
  });

  it('use Russian plural forms', () => {
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
