import * as v from 'valibot';
import { isoDay } from '../../../kit/format/day';
import type { components } from '../../shared/api/schema.gen';
import { dayError } from '../../shared/ui/BirthDateField';
import type { Draft, PhotoKind } from './draft';
import { t } from './texts';

/** The request body of an application. */
export type Form = components['schemas']['FormInBody'];

/** A consent in the request. */
export type Consent = { kind: string; version: number };

const chosen = (message: string) => v.nonNullish(v.looseObject({ id: v.string() }), message);
const filled = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));
const short = (message: string) => v.pipe(filled(message), v.maxLength(100, t.person.long));
const photo = (message: string) => v.nonNullish(v.looseObject({}), message);

const lastMonth = 8; // September, from 0: cards are valid until its end

/** The first graduation year with a valid card. */
export const firstEndYear = (today = new Date()) =>
  today.getFullYear() + (today.getMonth() > lastMonth ? 1 : 0);

const youngest = 14;
const oldest = 1900; // the server's limit

function birthError(text: string, today = new Date()): string | null {
  const birth = isoDay(text);
  if (!birth) return dayError(text);
  const age = ageOn(birth, today);
  if (age < 0 || Number(birth.slice(0, 4)) < oldest) return t.person.birthYearError;
  return age < youngest ? t.person.youngError : null;
}

const study = v.pipe(
  v.looseObject({
    university: chosen(t.study.universityError),
    course: filled(t.study.courseError),
    startYear: filled(t.study.yearError),
    endYear: v.pipe(
      filled(t.study.yearError),
      v.check((year) => Number(year) >= firstEndYear(), t.study.overError),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['startYear'], ['endYear']],
      ({ startYear, endYear }) => Number(startYear) <= Number(endYear),
      t.study.endError,
    ),
    ['endYear'],
  ),
);

const person = v.looseObject({
  surname: short(t.person.surnameError),
  name: short(t.person.nameError),
  patronymic: v.pipe(v.string(), v.maxLength(100, t.person.long)),
  birthDate: v.pipe(
    v.string(),
    v.check(
      (text) => birthError(text) === null,
      ({ input }) => birthError(input) ?? '',
    ),
  ),
  city: chosen(t.person.cityError),
});

const photos = v.looseObject({
  portrait: photo(t.photos.portraitError),
  document: photo(t.photos.documentError),
});

const schemas = { study, person, photos };

/** The steps with fields. */
export type Step = keyof typeof schemas;

/** The steps in order. */
export const steps: readonly Step[] = ['study', 'person', 'photos'];

/** The errors of a step, by field. */
export function wrongIn(step: Step, draft: Draft): Record<string, string> {
  const { issues = [] } = v.safeParse(schemas[step], draft);
  const wrong: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? '');
    wrong[field] ??= issue.message;
  }
  return wrong;
}

// Server fields whose names differ here.
const renamed: Record<string, string> = {
  universityId: 'university',
  facultyId: 'faculty',
  specialtyId: 'specialty',
  cityId: 'city',
};

/** The draft field of a server field. */
export const draftField = (wire: string) => renamed[wire] ?? wire;

/** The step of a field; consents belong to the photos. */
export function stepOf(field: string): Step {
  if (field in study.entries || ['faculty', 'specialty'].includes(field)) return 'study';
  return field in person.entries ? 'person' : 'photos';
}

/** The age on a day, in full years. */
export function ageOn(birth: string, today: Date): number {
  const [y = 0, m = 0, d = 0] = birth.split('-').map(Number);
  const isBefore = today.getMonth() + 1 < m || (today.getMonth() + 1 === m && today.getDate() < d);
  return today.getFullYear() - y - (isBefore ? 1 : 0);
}

/** Whether a parent's consent is required. */
export function isMinor(draft: Draft, today = new Date()): boolean {
  const birth = isoDay(draft.birthDate);
  return birth !== null && ageOn(birth, today) < 18;
}

/** The request body of a draft. */
export function formOf(draft: Draft, keys: Record<PhotoKind, string>, consents: Consent[]): Form {
  return {
    universityId: draft.university?.id,
    facultyId: draft.faculty?.id,
    specialtyId: draft.specialty?.id,
    course: Number(draft.course),
    startYear: Number(draft.startYear),
    endYear: Number(draft.endYear),
    surname: draft.surname.trim(),
    name: draft.name.trim(),
    patronymic: draft.patronymic.trim() || undefined,
    birthDate: isoDay(draft.birthDate) ?? '',
    cityId: draft.city?.id,
    portrait: keys.portrait,
    document: keys.document,
    consents,
  } satisfies { [K in keyof Required<Form>]: Form[K] }; // the optional fields too
}

/** The field name of a consent: a photo and a consent are both called portrait. */
export const consentField = (kind: string) => `consent/${kind}`;
