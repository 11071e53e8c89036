import * as v from 'valibot';
import type { Problem } from '../../shared/api/problem';
import { type FormErrors, requiredText, ruled } from '../../shared/form/schema';
import type { Point as Place } from '../../shared/map/point';
import { emptyWeek, fromWire, hoursRefusal, isUnset, type Week } from './hours';
import type { Letter, PointValues, TradePoint } from './pointsApi';
import { t } from './texts';

/** Characters of an address (contract §8). */
export const longestAddress = 300;

const addressSchema = requiredText(longestAddress, t.points.addressRequired);

/** The popup with the map: the rules of internal/partners/point.go. Hours known as a text may stay so. */
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
  });

/** A point as the popup holds it. */
export const valuesOf = (point: TradePoint | null): PointValues => ({
  address: point?.address ?? '',
  hours: fromWire(point?.timeWork ?? null),
  place: point?.geo ?? null,
  hoursText: point && !point.timeWork ? point.workTime : '',
});

/** A row of the wizard that is not filled in; the hours may be those of the row before. */
export const emptyPoint = (hours: Week = emptyWeek): PointValues => ({
  address: '',
  hours,
  place: null,
  hoursText: '',
});

/** Whether a row of the wizard has its address and its hours. */
export const isComplete = ({ address, hours }: PointValues) =>
  v.is(addressSchema, address) && hoursRefusal(hours) === null;

/** The second step of the wizard: every row has its address and its hours (spec §5). */
export const rowsSchema = ruled<{ rows: (PointValues & { id: number })[] }>(({ rows }) =>
  rows.every(isComplete) ? {} : { rows: t.points.wizard.incomplete },
);

const fields: Readonly<Record<string, string>> = {
  timeWork: 'hours',
  workTime: 'hours',
  geo: 'place',
};

/** What the server says of the only point that was sent, by the fields of the popup. */
export function pointErrors({ status, errors }: Problem): FormErrors | undefined {
  if (status !== 422 || errors.length === 0) return undefined;
  return Object.fromEntries(
    errors.map(({ field, message }) => {
      const name = field.replace(/^.*\[\d+\]\./, '');
      return [fields[name] ?? name, message];
    }),
  );
}

/** What the server says of the rows of the wizard: the first refusal, with its row. */
export function rowErrors({ status, errors }: Problem): FormErrors | undefined {
  const [first] = errors;
  if (status !== 422 || !first) return undefined;
  const place = /\[(\d+)\]/.exec(first.field)?.[1];
  const row = place === undefined ? '' : `${t.points.wizard.row(Number(place) + 1)}. `;
  return { rows: row + first.message };
}

/** Letters of several parts of a list as one: a letter may begin in one part and end in the next. */
export function mergedLetters(parts: readonly (readonly Letter[])[]): Letter[] {
  const merged: Letter[] = [];
  for (const { letter, points } of parts.flat()) {
    const last = merged.at(-1);
    if (last?.letter === letter) last.points = [...last.points, ...points];
    else merged.push({ letter, points: [...points] });
  }
  return merged;
}

/** Cities under their first letters, in the order that they came in. */
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
