import { shownDate } from '../../shared/form/date';
import { momentAt, moscowMinute } from '../../shared/form/moment';
import { t } from './texts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A time of the server in full: 12.11.2026, 10:00 МСК. */
export const wholeTime = (wire: string) => t.time.whole(shownDate(wire), wire.slice(11, 16));

/** A time of the server, short, as a button says it: 12.11, 10:00 (with the year when it is another). */
export function shortTime(wire: string, now: number): string {
  const date = shownDate(wire);
  const sameYear = wire.slice(0, 4) === moscowMinute(now).slice(0, 4);
  return `${sameYear ? date.slice(0, 5) : date}, ${wire.slice(11, 16)}`;
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / day);

/** How long ago (spec part 2 §2): minutes, hours, yesterday, the day before, then the date. Days are Moscow's. */
export function agoInWords(wire: string, now: number): string {
  const past = now - momentAt(wire);
  const days = daysBetween(wire, moscowMinute(now));
  if (past < minute && days <= 0) return t.time.now;
  if (past < hour) return t.time.minutes(Math.max(1, Math.floor(past / minute)));
  if (days === 0) return t.time.hours(Math.floor(past / hour));
  if (days === 1) return t.time.yesterday;
  return days === 2 ? t.time.before : shownDate(wire);
}

/** Whether a time of the server is still to come. */
export const isAhead = (wire: string, now: number) => momentAt(wire) > now;
