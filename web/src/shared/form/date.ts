// A date is typed in any usual spelling, kept and sent as dd.MM.yyyy; only the calendar speaks yyyy-MM-dd.

/** Two digits of a year mean one up to so many years ahead, or else the last century. */
const yearsAhead = 20;

function dateOf(day: string, month: string, year: string): string | null {
  const date = `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}`;
  return isoDate(date) ? date : null;
}

/** A date spelt out (1.2.2003, 01022003, 2003-02-01) as dd.MM.yyyy; null when it is none. */
export function readDate(text: string): string | null {
  const [, y = '', ym = '', yd = ''] =
    /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(text) ?? [];
  if (y) return dateOf(yd, ym, y);
  const [, d = '', m = '', year = ''] =
    /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})(?!\d)/.exec(text) ??
    /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ??
    [];
  return dateOf(d, m, year);
}

/** A date as it is meant once it is typed to the end: the year may have two digits. */
export function finishDate(text: string, now = Date.now()): string | null {
  const [, d = '', m = '', yy] =
    /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{2})\s*$/.exec(text) ??
    /^\s*(\d{2})(\d{2})(\d{2})\s*$/.exec(text) ??
    [];
  if (yy === undefined) return readDate(text);
  const latest = new Date(now).getUTCFullYear() + yearsAhead;
  const century = Number(`20${yy}`) > latest ? '19' : '20';
  return dateOf(d, m, `${century}${yy}`);
}

/** dd.MM.yyyy as yyyy-MM-dd; null when there is no such day. */
export function isoDate(text: string): string | null {
  const [, d, m, y] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  if (!d || !m || !y) return null;
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  const real = date.getUTCDate() === Number(d) && date.getUTCMonth() === Number(m) - 1;
  return real && Number(y) >= 1000 ? `${y}-${m}-${d}` : null;
}

/** yyyy-MM-dd as dd.MM.yyyy. */
export const shownDate = (iso: string) => iso.slice(0, 10).split('-').reverse().join('.');
