import type { Area } from '../../shared/access/access.gen';

/** What the numbers are of: everything, or the last thirty days. */
export type Period = 'all' | 'month';

/** What the rating counts. */
export type By = 'barcode' | 'card';

/** Which end of the rating comes first. */
export type Direction = 'ASC' | 'DESC';

/** What the page shows: all of it stands in the address. */
export type View = { period: Period; by: By; direction: Direction };

const usual: View = { period: 'all', by: 'barcode', direction: 'DESC' };

type Params = Readonly<Record<string, unknown>>;

/** The view that an address names; what it does not know is as usual. */
export const readView = ({ period, by, direction }: Params): View => ({
  period: period === 'month' ? 'month' : usual.period,
  by: by === 'card' ? 'card' : usual.by,
  direction: direction === 'ASC' ? 'ASC' : usual.direction,
});

/** The address of a view; what is usual is left out. */
export const writeView = (view: View) => ({
  period: view.period === usual.period ? undefined : view.period,
  by: view.by === usual.by ? undefined : view.by,
  direction: view.direction === usual.direction ? undefined : view.direction,
});

/** The names of the rating's orders on the wire. */
export const sortFields: Record<By, 'cViewBarcode' | 'cViewCard'> = {
  barcode: 'cViewBarcode',
  card: 'cViewCard',
};

/** The tiles in order, each with the unfiltered list that it leads to (contract §4). */
export const tileNames = ['students', 'partners', 'stocks', 'points'] as const;

/** One of the tiles. */
export type TileName = (typeof tileNames)[number];

/** Where a tile leads, and the area that one needs for it. */
export const tileTargets: Record<TileName, { to: string; area: Area }> = {
  students: { to: '/', area: 'students' },
  partners: { to: '/partners', area: 'partners' },
  stocks: { to: '/promotions', area: 'promotions' },
  points: { to: '/partners', area: 'partners' },
};

/** Points of a line within a box of 100 × 100, y downwards. What there is is drawn from its least value: it only grows. What
 *  months brought is drawn from zero, or one more than seven would look like a leap. A flat series lies in the middle. */
export function linePoints(series: readonly number[], period: Period): { x: number; y: number }[] {
  const high = Math.max(...series);
  const least = Math.min(...series);
  const low = period === 'all' || least === high ? least : 0;
  const step = 100 / Math.max(1, series.length - 1);
  return series.map((value, i) => ({
    x: i * step,
    y: high === low ? 50 : 100 - ((value - low) / (high - low)) * 100,
  }));
}

const monthDays = 30;

/** The days on which the months of a series end; the last is today. */
export const monthEnds = (today: Date, months: number): Date[] =>
  Array.from({ length: months }, (_, i) => {
    const day = new Date(today);
    day.setDate(day.getDate() - monthDays * (months - 1 - i));
    return day;
  });

/** A partner's place: the best is the first, from whichever end one reads. */
export const placeAt = (index: number, total: number, direction: Direction) =>
  direction === 'DESC' ? index + 1 : total - index;

/** Rows of the rating: how many come at once, how high each is, and how near the end more are asked for (spec §9). */
export const rating = { batch: 50, row: 56, threshold: 10 };

/** Whether the last row on the screen is near enough to the end of what is loaded. */
export const wantsMore = (lastShown: number, loaded: number) =>
  lastShown >= loaded - rating.threshold;
