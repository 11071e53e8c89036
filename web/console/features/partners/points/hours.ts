import { daysOfText } from '../../../../kit/format/hours';
import type { components } from '../../../shared/api/schema.gen';
import { t } from '../texts';

/** The working hours of a day: two times, the text of a day off or of round-the-clock in both, or empty. */
export type Span = { start: string; end: string };

/** The hours of seven days, Monday first. */
export type Week = readonly Span[];

type DayWire = components['schemas']['PartnersDayWire'];

const { days, off, round } = t.hours;
const week = [0, 1, 2, 3, 4, 5, 6] as const;

/** Indexes of Monday to Friday. */
export const weekdays: readonly number[] = week.slice(0, 5);

/** Indexes of Saturday and Sunday. */
export const weekend: readonly number[] = week.slice(5);

/** A day that is not filled in. */
export const unset: Span = { start: '', end: '' };

/** A week that is not filled in. */
export const emptyWeek: Week = week.map(() => unset);

const halves = Array.from({ length: 48 }, (_, i) => {
  const hour = String(Math.floor(i / 2)).padStart(2, '0');
  return `${hour}:${i % 2 ? '30' : '00'}`;
});

/** Whether a value is a day off or round the clock. */
export const isAllDay = (value: string) => value === off || value === round;

const choice = (value: string) => ({ value, label: value });

// A saved time that is not on the half hour stays selectable.
const withPresent = (present: string) =>
  present === '' || isAllDay(present) || halves.includes(present)
    ? halves
    : [...halves, present].sort();

/** Options of the start: half hours, a day off, round the clock (rules 7.10). */
export const starts = (present: string) => [
  { value: '', label: t.hours.unset },
  choice(off),
  choice(round),
  ...withPresent(present).map(choice),
];

/** Options of the end. */
export const ends = (present: string) => [
  { value: '', label: t.hours.unset },
  ...withPresent(present).map(choice),
];

/** Sets the start. A day off and round the clock fill both ends; a time after them clears the end (rules 7.10). */
export function withStart(span: Span, start: string): Span {
  if (isAllDay(start)) return { start, end: start };
  if (start === '') return unset;
  return { start, end: isAllDay(span.end) ? '' : span.end };
}

/** The week with some days set to the same hours. */
export const withDays = (hours: Week, places: readonly number[], span: Span): Week =>
  hours.map((was, i) => (places.includes(i) ? span : was));

const same = (a: Span | undefined, b: Span | undefined) =>
  a?.start === b?.start && a?.end === b?.end;

/** Whether some days of a week have the same hours. */
export const isAlike = (hours: Week, places: readonly number[]) =>
  places.every((i) => same(hours[i], hours[places[0] ?? 0]));

/** Whether the week can be shown in two lines: weekdays alike, weekend alike. */
export const isGrouped = (hours: Week) => isAlike(hours, weekdays) && isAlike(hours, weekend);

const isFilled = ({ start, end }: Span) => start !== '' && end !== '';

/** Whether no day is filled in. */
export const isUnset = (hours: Week) => hours.every((span) => same(span, unset));

/** The error of the hours, or null. At least one day is filled in, and none has only one end. */
export function hoursRefusal(hours: Week): string | null {
  if (isUnset(hours)) return t.hours.required;
  const open = week.filter((i) => {
    const { start, end } = hours[i] ?? unset;
    return (start === '') !== (end === '');
  });
  return open.length > 0 ? t.hours.incomplete(open.map((i) => days[i]).join(', ')) : null;
}

/** The week as the server expects it. */
export const toWire = (hours: Week): DayWire[] =>
  week.map((i) => ({
    name: days[i],
    startWork: hours[i]?.start || null,
    endWork: hours[i]?.end || null,
  }));

/** The week of a server's answer. */
export const fromWire = (given: readonly DayWire[] | null): Week =>
  week.map((i) => {
    const day = given?.find(({ name }) => name === days[i]);
    return { start: day?.startWork ?? '', end: day?.endWork ?? '' };
  });

// 09:00 as people write it.
const clock = (time: string) => time.replace(/^0(?=\d)/, '');

const inWords = ({ start, end }: Span) =>
  isAllDay(start) ? start.toLowerCase() : `${clock(start)}–${clock(end)}`;

/** The week as a text, neighbouring equal days joined: Пн–Пт 9:00–18:00, Сб 10:00–16:00, Вс выходной. */
export function weekInWords(hours: Week): string {
  if (isUnset(hours)) return t.hours.unset;
  const first = hours[0] ?? unset;
  if (hours.every((span) => same(span, first))) {
    return first.start === round ? t.hours.daily24 : `${t.hours.every} ${inWords(first)}`;
  }
  const runs: { from: number; to: number }[] = [];
  for (const i of week) {
    const last = runs.at(-1);
    if (last && same(hours[last.from], hours[i])) last.to = i;
    else runs.push({ from: i, to: i });
  }
  return runs
    .filter(({ from }) => isFilled(hours[from] ?? unset))
    .map(({ from, to }) => {
      const label = from === to ? days[from] : `${days[from]}–${days[to]}`;
      return `${label} ${inWords(hours[from] ?? unset)}`;
    })
    .join(', ');
}

/** Hours that the server sends as a text; a text that an operator wrote stays as it is. */
export function textInWords(text: string): string {
  const days = daysOfText(text);
  return days ? weekInWords(fromWire(days)) : text;
}
