import type { Area } from '../../shared/access/access.gen';
import { partnerLinks } from '../../shared/links/partners';
import { promotionLinks } from '../../shared/links/promotions';
import { studentLinks } from '../../shared/links/students';

/** All time, or the last thirty days. */
export type Period = 'all' | 'month';

/** What the rating counts: barcode or card views. */
export type By = 'barcode' | 'card';

/** Sort direction of the rating. */
export type Direction = 'ASC' | 'DESC';

/** State of the page; all of it is in the URL. */
export type View = { period: Period; by: By; direction: Direction };

const defaults: View = { period: 'all', by: 'barcode', direction: 'DESC' };

type Params = Readonly<Record<string, unknown>>;

/** Reads the view from the URL; unknown values mean the default. */
export const readView = ({ period, by, direction }: Params): View => ({
  period: period === 'month' ? 'month' : defaults.period,
  by: by === 'card' ? 'card' : defaults.by,
  direction: direction === 'ASC' ? 'ASC' : defaults.direction,
});

/** Search parameters of a view, without defaults. */
export const writeView = (view: View) => ({
  period: view.period === defaults.period ? undefined : view.period,
  by: view.by === defaults.by ? undefined : view.by,
  direction: view.direction === defaults.direction ? undefined : view.direction,
});

/** The server's sort fields. */
export const sortFields: Record<By, 'cViewBarcode' | 'cViewCard'> = {
  barcode: 'cViewBarcode',
  card: 'cViewCard',
};

/** The tiles in order (rules 11.5). */
export const tileNames = ['students', 'partners', 'stocks', 'points'] as const;

/** One of the tiles. */
export type TileName = (typeof tileNames)[number];

/** The unfiltered list that a tile opens, and its area. */
export const tileTargets: Record<TileName, { to: string; area: Area }> = {
  students: { to: studentLinks.list(), area: 'students' },
  partners: { to: partnerLinks.list(), area: 'partners' },
  stocks: { to: promotionLinks.list(), area: 'promotions' },
  points: { to: partnerLinks.list(), area: 'partners' },
};

// The least height of a column of any value, percent.
const leastHeight = 4;

/** Heights of the columns in percent of the highest. They start at zero, and a month that added anything stays visible. */
export function columnHeights(added: readonly number[]): number[] {
  const highest = Math.max(...added);
  return added.map((value) => (value > 0 ? Math.max(leastHeight, (value / highest) * 100) : 0));
}

const monthDays = 30;

/** The last day of each 30-day month of a series; the latest is today. */
export const monthEnds = (today: Date, months: number): Date[] =>
  Array.from({ length: months }, (_, i) => {
    const day = new Date(today);
    day.setDate(day.getDate() - monthDays * (months - 1 - i));
    return day;
  });

/** A partner's place: the best is first in both directions. */
export const placeAt = (index: number, total: number, direction: Direction) =>
  direction === 'DESC' ? index + 1 : total - index;

/** The rating: rows per page, row height in px, and rows before the end at which the next page is fetched (rules 11.6). */
export const rating = { batch: 50, row: 56, threshold: 10 };

/** Whether the last visible row is near the end of the loaded ones. */
export const wantsMore = (lastShown: number, loaded: number) =>
  lastShown >= loaded - rating.threshold;
