import * as v from 'valibot';
import type { Problem } from '../../../../kit/api/problem';
import { type FormErrors, formRules, requiredText } from '../../../shared/form/schema';
import type { Point as Place } from '../../../shared/map/point';
import { t } from '../texts';
import type { Letter, TradePoint } from '../wire';
import { emptyWeek, fromWire, hoursRefusal, isUnset, type Week } from './hours';

/** A city as the dialogs know it. */
export type City = { uuid: string; name: string };

/** The values of a point in the dialogs. */
export type PointValues = {
  address: string;
  hours: Week;
  place: Place | null;
  /** Hours known only as a text: kept until days are filled in. */
  hoursText: string;
  /** The state of the point that was loaded; empty for a new one. */
  version: string;
};

/** The longest address, in characters (rules 7.11). */
export const longestAddress = 300;

const addressSchema = requiredText(longestAddress, t.points.addressRequired);

/** The dialog of a point: the rules of internal/partners/point.go. Hours known only as a text may stay unset. */
export const pointSchema = (hoursText: string) =>
  v.object({
    address: addressSchema,
    hours: v.pipe(
      v.custom<Week>(Array.isArray),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || (hoursText && isUnset(dataset.value))) return;
        const refusal = hoursRefusal(dataset.value);
        if (refusal) addIssue({ message: refusal });
      }),
    ),
    place: v.custom<Place | null>((value) => typeof value === 'object'),
    hoursText: v.string(),
    version: v.string(),
  });

/** The form values of a point. */
export const valuesOf = (point: TradePoint | null): PointValues => ({
  address: point?.address ?? '',
  hours: fromWire(point?.timeWork ?? null),
  place: point?.geo ?? null,
  hoursText: point && !point.timeWork ? point.workTime : '',
  version: point?.version ?? '',
});

/** A new row of the wizard; it may take over the hours of the row before. */
export const emptyPoint = (hours: Week = emptyWeek): PointValues => ({
  address: '',
  hours,
  place: null,
  hoursText: '',
  version: '',
});

/** Whether a row of the wizard has an address and hours. */
export const isComplete = ({ address, hours }: PointValues) =>
  v.is(addressSchema, address) && hoursRefusal(hours) === null;

/** The second step of the wizard: every row needs an address and hours (rules 7.11). */
export const rowsSchema = formRules<{ rows: (PointValues & { id: number })[] }>(({ rows }) =>
  rows.every(isComplete) ? {} : { rows: t.points.wizard.incomplete },
);

const wireNames: Readonly<Record<string, keyof PointValues>> = {
  timeWork: 'hours',
  workTime: 'hours',
  geo: 'place',
};

/** The dialog field of a server field: 'salePoints[0].geo' is 'place'. */
export function fieldOf(wire: string): string {
  const name = wire.replace(/^.*\[\d+\]\./, '');
  return wireNames[name] ?? name;
}

/** The first error of a 422 about the rows of the wizard, with the number of its row. */
export function rowErrors({ status, errors }: Problem): FormErrors | undefined {
  const [first] = errors;
  if (status !== 422 || !first) return undefined;
  const place = /\[(\d+)\]/.exec(first.field)?.[1];
  const row = place === undefined ? '' : `${t.points.wizard.row(Number(place) + 1)}. `;
  return { rows: row + first.message };
}

/** Joins pages of letters; a letter may start on one page and end on the next. */
export function mergedLetters(parts: readonly (readonly Letter[])[]): Letter[] {
  const merged: Letter[] = [];
  for (const { letter, points } of parts.flat()) {
    const last = merged.at(-1);
    if (last?.letter === letter) last.points = [...last.points, ...points];
    else merged.push({ letter, points: [...points] });
  }
  return merged;
}

/** Groups cities by first letter, keeping their order. */
export function byFirstLetter<C extends { nameCity: string }>(cities: readonly C[]) {
  const groups: { letter: string; cities: C[] }[] = [];
  for (const city of cities) {
    const letter = (city.nameCity[0] ?? '').toUpperCase();
    const last = groups.at(-1);
    if (last?.letter === letter) last.cities.push(city);
    else groups.push({ letter, cities: [city] });
  }
  return groups;
}
