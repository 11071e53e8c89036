const short = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** A timestamp as text: 5 ноября в 14:30, in the phone's time zone. */
export const moment = (iso: string) => short.format(new Date(iso));

const days = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day as text: 30 ноября, with the year unless it is the current one. */
export function dayOf(iso: string, now = new Date()): string {
  const day = days.format(new Date(iso.slice(0, 10)));
  return iso.startsWith(String(now.getFullYear())) ? day : `${day} ${iso.slice(0, 4)}`;
}

const time = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** A period as text; the day is repeated only if it changes. */
export function span(from: string, to: string | null): string {
  if (!to) return moment(from);
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
  return `${moment(from)} – ${isOneDay ? time.format(new Date(to)) : moment(to)}`;
}
