import type { components } from '../../shared/api/schema.gen';
import { t } from './texts';

/** The working hours of a weekday: times, one of two words in both, or nothing. */
export type Span = { start: string; end: string };

/** Seven of them, Monday first. */
export type Week = readonly Span[];

type DayWire = components['schemas']['PartnersDayWire'];

const { days, off, round } = t.hours;
const week = [0, 1, 2, 3, 4, 5, 6] as const;

/** Places of Monday to Friday. */
export const weekdays: readonly number[] = week.slice(0, 5);

/** Places of the weekend. */
export const weekend: readonly number[] = week.slice(5);

/** A day that is not filled in. */
export const unset: Span = { start: '', end: '' };

/** A week that is not filled in. */
export const emptyWeek: Week = week.map(() => unset);

const halves = Array.from({ length: 48 }, (_, i) => {
  const hour = String(Math.floor(i / 2)).padStart(2, '0');
  return `${hour}:${i % 2 ? '30' : '00'}`;
});

/** Whether a value stands for the whole day. */
export const isWhole = (value: string) => value === off || value === round;

const choice = (value: string) => ({ value, label: value });

// A time that somebody else has set between the halves stays possible.
const withPresent = (present: string) =>
  present === '' || isWhole(present) || halves.includes(present)
    ? halves
    : [...halves, present].sort();

/** Beginnings to choose from: half hours, a day off, round the clock (spec §9). */
export const starts = (present: string) => [
  { value: '', label: t.hours.unset },
  choice(off),
  choice(round),
  ...withPresent(present).map(choice),
];

/** Ends to choose from. */
export const ends = (present: string) => [
  { value: '', label: t.hours.unset },
  ...withPresent(present).map(choice),
];

/** A day off and round the clock stand in both; a time after them leaves the other end open (spec §4). */
export function withStart(span: Span, start: string): Span {
  if (isWhole(start)) return { start, end: start };
  if (start === '') return unset;
  return { start, end: isWhole(span.end) ? '' : span.end };
}

/** The week with some of its days set. */
export const withDays = (hours: Week, places: readonly number[], span: Span): Week =>
  hours.map((was, i) => (places.includes(i) ? span : was));

const same = (a: Span | undefined, b: Span | undefined) =>
  a?.start === b?.start && a?.end === b?.end;

/** Whether some days of a week are alike. */
export const isAlike = (hours: Week, places: readonly number[]) =>
  places.every((i) => same(hours[i], hours[places[0] ?? 0]));

/** Whether weekdays are all alike and so is the weekend: two lines then say it all. */
export const isGrouped = (hours: Week) => isAlike(hours, weekdays) && isAlike(hours, weekend);

const isFilled = ({ start, end }: Span) => start !== '' && end !== '';

/** Whether nothing of a week is filled in. */
export const isUnset = (hours: Week) => hours.every((span) => same(span, unset));

/** What is wrong with the hours of a form; null when nothing is. At least one day, and no half of one. */
export function hoursRefusal(hours: Week): string | null {
  if (isUnset(hours)) return t.hours.required;
  const open = week.filter((i) => {
    const { start, end } = hours[i] ?? unset;
    return (start === '') !== (end === '');
  });
  return open.length > 0 ? t.hours.incomplete(open.map((i) => days[i]).join(', ')) : null;
}

/** As the server spells a week. */
export const toWire = (hours: Week): DayWire[] =>
  week.map((i) => ({
    name: days[i],
    startWork: hours[i]?.start || null,
    endWork: hours[i]?.end || null,
  }));

/** As a form holds what the server spells. */
export const fromWire = (given: readonly DayWire[] | null): Week =>
  week.map((i) => {
    const day = given?.find(({ name }) => name === days[i]);
    return { start: day?.startWork ?? '', end: day?.endWork ?? '' };
  });

const inWords = ({ start, end }: Span) => {
  if (!isFilled({ start, end })) return t.hours.unset.toLowerCase();
  return isWhole(start) ? start.toLowerCase() : `${start}–${end}`;
};

/** Days that are alike, side by side, as one: Пн–Пт 09:00–18:00, Сб, Вс выходной. */
export function weekInWords(hours: Week): string {
  const first = hours[0] ?? unset;
  if (hours.every((span) => same(span, first))) {
    return first.start === round ? t.hours.daily24 : `${t.hours.every} ${inWords(first)}`;
  }
  const runs: number[][] = [];
  for (const i of week) {
    const last = runs.at(-1);
    if (last && same(hours[last[0] ?? 0], hours[i])) last.push(i);
    else runs.push([i]);
  }
  return runs
    .filter(([i = 0]) => isFilled(hours[i] ?? unset))
    .map((run) => {
      const names = run.map((i) => days[i as 0]);
      const label = run.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ');
      return `${label} ${inWords(hours[run[0] ?? 0] ?? unset)}`;
    })
    .join('; ');
}
