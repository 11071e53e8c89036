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

/** The digits of a time as the mask HH:mm shows them, as far as they go. */
export function maskTime(text: string): string {
  const [, typedHours = '', typedMinutes] = /^\s*(\d{1,2}):(\d{0,2})/.exec(text) ?? [];
  if (typedMinutes !== undefined) return `${typedHours.padStart(2, '0')}:${typedMinutes}`;
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

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
