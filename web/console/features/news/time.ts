import { formatDay } from '../../../kit/format/day';
import { epochOf, moscowMinute } from '../../../kit/format/moment';
import { t } from './texts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A server time in full: 12.11.2026, 10:00 МСК. */
export const fullTime = (wire: string) => t.time.whole(formatDay(wire), wire.slice(11, 16));

/** A server time for a button: 12.11, 10:00; with the year if it is not this one. */
export function shortTime(wire: string, now: number): string {
  const date = formatDay(wire);
  const sameYear = wire.slice(0, 4) === moscowMinute(now).slice(0, 4);
  return `${sameYear ? date.slice(0, 5) : date}, ${wire.slice(11, 16)}`;
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / day);

/** The age of a server time (rules 9.14): minutes, hours, yesterday, the day before, then the date. Moscow days. */
export function agoInWords(wire: string, now: number): string {
  const past = now - epochOf(wire);
  const days = daysBetween(wire, moscowMinute(now));
  if (past < minute && days <= 0) return t.time.now;
  if (past < hour) return t.time.minutes(Math.max(1, Math.floor(past / minute)));
  if (days === 0) return t.time.hours(Math.floor(past / hour));
  if (days === 1) return t.time.yesterday;
  return days === 2 ? t.time.before : formatDay(wire);
}

/** Whether a server time is in the future. */
export const isAhead = (wire: string, now: number) => epochOf(wire) > now;
