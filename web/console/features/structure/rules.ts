import * as v from 'valibot';
import type { Body, Complete } from '../../shared/api/body';
import { type FormErrors, formRules, requiredText } from '../../shared/form/schema';
import { t as form } from '../../shared/form/texts';
import { t } from './texts';
import type { Faculty } from './wire';

/** Maximum length of the name of a faculty or a specialty (rules 12.1). */
export const longestName = 300;

const shortestInn = 10;

/** A faculty added by its name. */
export const nameSchema = v.object({
  nameDepartment: requiredText(longestName, t.adding.required),
});

/** The error of a typed ИНН; null if it can be looked up (rules 12.2). */
export const innRefusal = (typed: string) =>
  typed.trim().length < shortestInn ? t.adding.innRequired : null;

/** A specialty in the edit form, with the name it was loaded with; a new one has no uuid. */
export type SpecialtyValue = { key: string; uuid: string | null; name: string; was: string };

/** Values of the edit form. */
export type FacultyValues = {
  name: string;
  /** The loaded name. Part of the values, so that what a colleague has renamed since is no change of this form. */
  was: string;
  specialties: readonly SpecialtyValue[];
};

/** The form values of a faculty. */
export const valuesOf = ({ nameDepartment, specialties }: Faculty): FacultyValues => ({
  name: nameDepartment,
  was: nameDepartment,
  specialties: specialties.map(({ uuidSpecialty, nameSpecialty }) => ({
    key: uuidSpecialty,
    uuid: uuidSpecialty,
    name: nameSpecialty,
    was: nameSpecialty,
  })),
});

const folded = (name: string) => name.trim().toLocaleLowerCase('ru');

/** The error of one specialty among the others. */
export function specialtyError(
  { key, name }: SpecialtyValue,
  all: readonly SpecialtyValue[],
): string | undefined {
  if (name.trim() === '') return t.editing.required;
  if ([...name.trim()].length > longestName) return form.tooLong(longestName);
  const first = all.find((other) => folded(other.name) === folded(name));
  return first && first.key !== key ? t.editing.same : undefined;
}

/** The edit form: no empty names, no duplicate specialties. */
export const facultySchema = formRules<FacultyValues>(({ name, specialties }) => {
  const errors: FormErrors = {};
  if (name.trim() === '') errors.name = t.adding.required;
  else if ([...name.trim()].length > longestName) errors.name = form.tooLong(longestName);
  const wrong = specialties.map((one) => specialtyError(one, specialties)).find(Boolean);
  if (wrong) errors.specialties = wrong;
  return errors;
});

/** The body of PUT /v1/hierarchy. */
export type FacultyChange = Body<'/v1/hierarchy', 'put'>;

const isEdited = ({ name, was }: { name: string; was: string }) => name.trim() !== was;

/** What was edited or added here: the name, specialties; null if nothing (rules 12.3). */
export function changeOf(uuidDepartment: string, values: FacultyValues): FacultyChange | null {
  const edited = values.specialties.filter((one) => one.uuid === null || isEdited(one));
  if (!isEdited(values) && edited.length === 0) return null;
  return {
    uuidDepartment,
    nameDepartment: isEdited(values) ? values.name.trim() : undefined,
    specialties: edited.map(({ uuid, name: now }) => ({
      uuidSpecialty: uuid ?? undefined,
      nameSpecialty: now.trim(),
    })),
  } satisfies Complete<FacultyChange>;
}
