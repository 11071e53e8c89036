// Operators type a date in any common format; forms hold and send dd.MM.yyyy; the calendar uses yyyy-MM-dd.

/** A two-digit year lies at most this many years ahead; later ones belong to the last century. */
const yearsAhead = 20;

function dayOf(day: string, month: string, year: string): string | null {
  const date = `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}`;
  return isoDay(date) ? date : null;
}

/** Parses a date (1.2.2003, 1,2,2003, 01022003, 2003-02-01) to dd.MM.yyyy; null if it is incomplete or invalid. */
export function parseDay(text: string): string | null {
  const [, y = '', ym = '', yd = ''] =
    /^\s*(\d{4})[-./,](\d{1,2})[-./,](\d{1,2})(?!\d)/.exec(text) ?? [];
  if (y) return dayOf(yd, ym, y);
  const [, d = '', m = '', year = ''] =
    /^\s*(\d{1,2})[-./, ](\d{1,2})[-./, ](\d{4})(?!\d)/.exec(text) ??
    /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ??
    [];
  return dayOf(d, m, year);
}

/** Like parseDay, for text that is complete: it also accepts a two-digit year. */
export function parseFinalDay(text: string, now = Date.now()): string | null {
  const [, d = '', m = '', yy] =
    /^\s*(\d{1,2})[-./, ](\d{1,2})[-./, ](\d{2})\s*$/.exec(text) ??
    /^\s*(\d{2})(\d{2})(\d{2})\s*$/.exec(text) ??
    [];
  if (yy === undefined) return parseDay(text);
  const latest = new Date(now).getUTCFullYear() + yearsAhead;
  const century = Number(`20${yy}`) > latest ? '19' : '20';
  return dayOf(d, m, `${century}${yy}`);
}

/** dd.MM.yyyy as yyyy-MM-dd; null if there is no such day. */
export function isoDay(text: string): string | null {
  const [, d, m, y] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  if (!d || !m || !y) return null;
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  const exists = date.getUTCDate() === Number(d) && date.getUTCMonth() === Number(m) - 1;
  return exists && Number(y) >= 1000 ? `${y}-${m}-${d}` : null;
}

/** yyyy-MM-dd, with or without a time, as dd.MM.yyyy. */
export const formatDay = (stamp: string) => stamp.slice(0, 10).split('-').reverse().join('.');

const long = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

/** 5 ноября 2026 г. */
export const formatLongDay = (date: Date) => long.format(date);

const month = new Intl.DateTimeFormat('ru', { month: 'short', year: 'numeric' });

/** нояб. 2026 */
export const formatMonth = (date: Date) => month.format(date).replace(/\sг\.$/, '');
