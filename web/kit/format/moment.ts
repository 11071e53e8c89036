import { formatDay, isoDay } from './day';

// Forms hold a moment as 'dd.MM.yyyy HH:mm', Moscow time; the server sends and takes 'yyyy-MM-dd HH:mm'.
// Either half may be empty or incomplete while it is typed.

/** The two halves of a typed moment. */
export function splitMoment(value: string): { date: string; time: string } {
  const [date = '', time = ''] = value.split(' ');
  return { date, time };
}

/** A moment from its halves; empty if both are. */
export const joinMoment = (date: string, time: string) => (date || time ? `${date} ${time}` : '');

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function timeOf(hours: string, minutes: string): string | null {
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}

/** Parses a time (9:30, 9.30, 9-30, 0930) to HH:mm; null if it is incomplete or invalid. */
export function parseTime(text: string): string | null {
  const [, hours = '', minutes = ''] =
    /^\s*(\d{1,2})[-:. ](\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text) ?? [];
  return timeOf(hours, minutes);
}

/** Like parseTime, for text that is complete: 930 is 09:30, 9 is 09:00. */
export function parseFinalTime(text: string): string | null {
  const [, hours, minutes = '00'] =
    /^\s*(\d)(\d{2})\s*$/.exec(text) ?? /^\s*(\d{1,2})[-:.]?\s*$/.exec(text) ?? [];
  return hours === undefined ? parseTime(text) : timeOf(hours, minutes);
}

const quarter = 15;

/** The times of a day, 15 minutes apart. */
export const quarterHours = Array.from({ length: (24 * 60) / quarter }, (_, i) => {
  const minutes = i * quarter;
  return [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':');
});

/** A typed moment as the server takes it; null if it is incomplete or does not exist. */
export function wireMoment(value: string): string | null {
  const { date, time } = splitMoment(value);
  const iso = isoDay(date);
  return iso && isTime(time) ? `${iso} ${time}` : null;
}

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy HH:mm; empty for null. */
export const formatMoment = (stamp: string | null | undefined) =>
  stamp?.replace(
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}).*$/,
    (_, day, time) => `${formatDay(day)} ${time}`,
  ) ?? '';

const moscowOffset = 3 * 60 * 60 * 1000;

/** Epoch milliseconds as the server writes them, to the minute: Moscow time (UTC+3). */
export const moscowMinute = (epoch: number) =>
  new Date(epoch + moscowOffset).toISOString().slice(0, 16).replace('T', ' ');

/** Epoch milliseconds of a server timestamp. */
export const epochOf = (stamp: string) => Date.parse(`${stamp.replace(' ', 'T')}Z`) - moscowOffset;
