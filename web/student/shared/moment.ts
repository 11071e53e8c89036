const minutes = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
const short = new Intl.DateTimeFormat('ru', minutes);
const long = new Intl.DateTimeFormat('ru', { ...minutes, year: 'numeric' });

/** A timestamp as text, in the phone's time zone: 5 ноября в 14:30, with the year unless it is the current one. */
export function moment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? short : long).format(at);
}

const days = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day as text: 30 ноября, with the year unless it is the current one. */
export function dayOf(iso: string, now = new Date()): string {
  const day = days.format(new Date(iso.slice(0, 10)));
  return iso.startsWith(String(now.getFullYear())) ? day : `${day} ${iso.slice(0, 4)}`;
}

/** The day of a timestamp as text, in the phone's time zone. */
export const dayOfMoment = (iso: string) => dayOf(new Date(iso).toLocaleDateString('sv')); // ISO 8601

const time = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** A period as text; the day is repeated only if it changes. */
export function span(from: string, to: string | null): string {
  if (!to) return moment(from);
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
  return `${moment(from)} – ${isOneDay ? time.format(new Date(to)) : moment(to)}`;
}
