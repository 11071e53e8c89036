// A date is typed, kept and sent as dd.MM.yyyy; only the calendar speaks yyyy-MM-dd.

/** The digits of a date as the mask dd.MM.yyyy shows them, as far as they go. */
export function maskDate(text: string): string {
  const [, d = '', m = '', y = ''] =
    /^(\d{0,2})(\d{0,2})(\d{0,4})/.exec(text.replace(/\D/g, '')) ?? [];
  return [d, m, y].filter(Boolean).join('.');
}

/** A date in any usual spelling (1.2.2003, 2003-02-01) as dd.MM.yyyy; null when it is none. */
export function pastedDate(text: string): string | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text);
  const usual = /^\s*(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})(?!\d)/.exec(text);
  const [y, m, d] = iso ? iso.slice(1) : [usual?.[3], usual?.[2], usual?.[1]];
  if (!y || !m || !d) return null;
  const date = `${d.padStart(2, '0')}.${m.padStart(2, '0')}.${y}`;
  return isoDate(date) ? date : null;
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
