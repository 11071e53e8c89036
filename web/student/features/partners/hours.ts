import type { Point } from './api';
import { t } from './texts';

type Day = NonNullable<Point['hours']>[number];

const short = (time: string) => time.replace(/^0(\d)/, '$1');

function ofDay({ startWork, endWork }: Day): string {
  if (startWork === t.hours.dayOff) return t.hours.off;
  if (startWork === t.hours.always) return t.hours.round;
  return startWork && endWork ? `${short(startWork)}–${short(endWork)}` : '';
}

/** Today's hours; empty if unknown. */
export function today(hours: Point['hours'], now = new Date()): string {
  const day = hours?.[(now.getDay() + 6) % 7];
  return day ? ofDay(day) : '';
}

/** The week with equal days joined: Пн–Пт 10:00–20:00. */
export function week(hours: Point['hours']): { days: string; hours: string }[] {
  const groups: { first: number; last: number; hours: string }[] = [];
  for (const [i, day] of (hours ?? []).entries()) {
    const text = ofDay(day);
    const group = groups.at(-1);
    if (group && group.hours === text) group.last = i;
    else groups.push({ first: i, last: i, hours: text });
  }
  const { days } = t.hours;
  return groups
    .filter(({ hours: text }) => text !== '')
    .map(({ first, last, hours: text }) => ({
      days: first === last ? (days[first] ?? '') : `${days[first]}–${days[last]}`,
      hours: text,
    }));
}
