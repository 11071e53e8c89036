import { isoDate, shownDate } from './date';

// A moment is typed and kept as 'dd.MM.yyyy HH:mm', Moscow time; the server speaks 'yyyy-MM-dd HH:mm'.
// Half of it may stand while it is typed.

/** The two parts of a moment as they are typed. */
export function momentParts(value: string): { date: string; time: string } {
  const [date = '', time = ''] = value.split(' ');
  return { date, time };
}

/** A moment of its parts; empty when both are. */
export const momentOf = (date: string, time: string) => (date || time ? `${date} ${time}` : '');

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function timeOf(hours: string, minutes: string): string | null {
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}

/** A time spelt out (9:30, 9.30, 9-30, 0930) as HH:mm; null when it is none. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = ''] =
    /^\s*(\d{1,2})[-:. ](\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text) ?? [];
  return timeOf(hours, minutes);
}

/** A time as it is meant once it is typed to the end: 930 is 09:30, 9 is 09:00. */
export function finishTime(text: string): string | null {
  const [, hours, minutes = '00'] =
    /^\s*(\d)(\d{2})\s*$/.exec(text) ?? /^\s*(\d{1,2})[-:.]?\s*$/.exec(text) ?? [];
  return hours === undefined ? readTime(text) : timeOf(hours, minutes);
}

const quarter = 15;

/** Times of day to choose from, a quarter of an hour apart (contract §11). */
export const quarters = Array.from({ length: (24 * 60) / quarter }, (_, i) => {
  const minutes = i * quarter;
  return [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':');
});

/** A moment as the server takes it; null while it is incomplete or no such time. */
export function wireMoment(value: string): string | null {
  const { date, time } = momentParts(value);
  const iso = isoDate(date);
  return iso && isTime(time) ? `${iso} ${time}` : null;
}

/** A moment of the server as it is typed and shown; empty for none. */
export const typedMoment = (wire: string | null | undefined) =>
  wire ? `${shownDate(wire)} ${wire.slice(11, 16)}` : '';

const moscowOffset = 3 * 60 * 60 * 1000;

/** A point in time as the server writes it, to the minute: Moscow time (UTC+3). */
export const moscowMinute = (at: number) =>
  new Date(at + moscowOffset).toISOString().slice(0, 16).replace('T', ' ');

/** Milliseconds of a time that the server has written. */
export const momentAt = (wire: string) => Date.parse(`${wire.replace(' ', 'T')}Z`) - moscowOffset;
