import * as v from 'valibot';
import { type FormErrors, requiredText, ruled } from '../../shared/form/schema';
import { t as form } from '../../shared/form/texts';
import type { Faculty } from './api';
import { t } from './texts';

/** The longest name of a faculty or a specialty (contract §8). */
export const longestName = 300;

const shortestInn = 10;

/** A faculty added by its name. */
export const nameSchema = v.object({
  nameDepartment: requiredText(longestName, t.adding.required),
});

/** What is wrong with a typed ИНН; null when it may be looked up (spec §5). */
export const innRefusal = (typed: string) =>
  typed.trim().length < shortestInn ? t.adding.innRequired : null;

/** A specialty in the edit form; one without uuid is being added. */
export type SpecialtyValue = { key: string; uuid: string | null; name: string };

/** What the edit form holds. */
export type FacultyValues = { name: string; specialties: readonly SpecialtyValue[] };

/** A faculty as the edit form holds it. */
export const valuesOf = ({ nameDepartment, specialties }: Faculty): FacultyValues => ({
  name: nameDepartment,
  specialties: specialties.map(({ uuidSpecialty, nameSpecialty }) => ({
    key: uuidSpecialty,
    uuid: uuidSpecialty,
    name: nameSpecialty,
  })),
});

const folded = (name: string) => name.trim().toLocaleLowerCase('ru');

/** What is wrong with one specialty among the others. */
export function specialtyError(
  { key, name }: SpecialtyValue,
  all: readonly SpecialtyValue[],
): string | undefined {
  if (name.trim() === '') return t.editing.required;
  if ([...name.trim()].length > longestName) return form.tooLong(longestName);
  const twin = all.find((other) => folded(other.name) === folded(name));
  return twin && twin.key !== key ? t.editing.same : undefined;
}

/** The edit form: no empty names, no two specialties alike. */
export const facultySchema = ruled<FacultyValues>(({ name, specialties }) => {
  const errors: FormErrors = {};
  if (name.trim() === '') errors.name = t.adding.required;
  else if ([...name.trim()].length > longestName) errors.name = form.tooLong(longestName);
  const wrong = specialties.map((one) => specialtyError(one, specialties)).find(Boolean);
  if (wrong) errors.specialties = wrong;
  return errors;
});

/** The body of a change: the name and the specialties edited or added; null when nothing was (spec §5). */
export function changeOf(faculty: Faculty, { name, specialties }: FacultyValues) {
  const before = new Map(faculty.specialties.map((one) => [one.uuidSpecialty, one.nameSpecialty]));
  const edited = specialties.filter(
    ({ uuid, name: now }) => uuid === null || before.get(uuid) !== now.trim(),
  );
  if (name.trim() === faculty.nameDepartment && edited.length === 0) return null;
  return {
    uuidDepartment: faculty.uuidDepartment,
    nameDepartment: name.trim(),
    specialties: edited.map(({ uuid, name: now }) => ({
      uuidSpecialty: uuid ?? undefined,
      nameSpecialty: now.trim(),
    })),
  };
}
