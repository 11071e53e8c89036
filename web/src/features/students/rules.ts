import * as v from 'valibot';
import { choiceSchema } from '../../shared/form/choice';
import { isoDate } from '../../shared/form/date';
import { showPhone } from '../../shared/form/phone';
import { photoKey, photoSchema } from '../../shared/form/photo';
import { optionalText, requiredText } from '../../shared/form/schema';
import { t as form } from '../../shared/form/texts';
import type { FieldProps } from '../../shared/form/useAppForm';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import type { Card, Faculty, Student } from './api';
import { t } from './texts';

/** Where a student stands. In moderation or rejected it is an application. */
export type Status = 'active' | 'blocked' | 'moderation' | 'rejected';

/** The colours of the statuses (design.md). */
export const tones: Record<Status, StatusTone> = {
  active: 'green',
  blocked: 'red',
  moderation: 'amber',
  rejected: 'grey',
};

type Named = { surname: string; name: string; patronymic: string | null };

/** Surname, name, patronymic. */
export const fullName = ({ surname, name, patronymic }: Named) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

const phoneDigits = 11;

/** A phone as it is shown; what is shorter than eleven digits is none (spec §2.5). */
export const phoneOf = (phone: string | null) =>
  phone && phone.length >= phoneDigits ? showPhone(phone) : t.noPhone;

/** Whole years between a birth date (dd.MM.yyyy) and a day. */
export function ageOn(birthdate: string, day: Date): number | null {
  const iso = isoDate(birthdate);
  if (!iso) return null;
  const [year = 0, month = 0, date = 0] = iso.split('-').map(Number);
  const before =
    day.getMonth() + 1 < month || (day.getMonth() + 1 === month && day.getDate() < date);
  return day.getFullYear() - year - (before ? 1 : 0);
}

const yearsAround = 10;
const longestName = 100;
const oldestBirth = '1900-01-01';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

const withPresent = (usual: number[], present: number) =>
  (usual.includes(present) ? usual : [...usual, present].sort((a, b) => a - b)).map(String);

/** Courses to choose from; a present one outside of them stays possible. */
export const courses = (present: number) => withPresent(numbers(1, 6), present);

/** Years to choose from: ten around this one, and the present value (spec §9). */
export const years = (present: number, now: Date) =>
  withPresent(numbers(now.getFullYear() - yearsAround, now.getFullYear() + yearsAround), present);

/** The first and the last day that somebody may have been born on, yyyy-MM-dd. */
export const birthRange = (now: Date) => ({
  min: oldestBirth,
  max: [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-'),
});

const birthdate = (now: Date) => {
  const { min, max } = birthRange(now);
  const inRange = (text: string) => {
    const iso = isoDate(text);
    return iso === null || (iso >= min && iso <= max);
  };
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isoDate(text) !== null, form.dateWrong),
    v.check(inRange, t.edit.birthYear),
  );
};

const number = v.pipe(v.string(), v.transform(Number));

/** The edit form: the rules of internal/students/students.go, told before anything is sent. */
export const studentSchema = (hasPhone: boolean, now: Date) =>
  v.pipe(
    v.object({
      surname: requiredText(longestName, t.edit.surnameRequired),
      name: requiredText(longestName, t.edit.nameRequired),
      patronymic: optionalText(longestName),
      birthdate: birthdate(now),
      phone: hasPhone ? v.pipe(v.string(), v.regex(/^\d{11}$/, form.phoneIncomplete)) : v.string(),
      faculty: choiceSchema,
      specialty: choiceSchema,
      course: number,
      start: number,
      end: number,
      photo: photoSchema,
      version: v.string(),
    }),
    v.forward(
      v.partialCheck([['start'], ['end']], ({ start, end }) => start <= end, t.edit.endBeforeStart),
      ['end'],
    ),
  );

/** What the edit form holds. */
export type StudentValues = v.InferInput<ReturnType<typeof studentSchema>>;

/** What it sends. */
export type StudentChange = v.InferOutput<ReturnType<typeof studentSchema>>;

/** Gives a field of the edit form by its name. */
export type StudentField = <K extends keyof StudentValues>(name: K) => FieldProps<StudentValues[K]>;

/** A card as the edit form holds it. */
export function valuesOf({ student, version }: Card): StudentValues {
  const { studentInfo: info } = student;
  return {
    surname: info.surname,
    name: info.name,
    patronymic: info.patronymic ?? '',
    birthdate: info.birthdate ?? '',
    phone: student.phone ?? '',
    faculty: info.uuidFaculty ?? '',
    specialty: info.uuidSpecialty ?? '',
    course: String(info.course),
    start: String(info.startEducation),
    end: String(info.endEducation),
    photo: photoKey(info.photo),
    // Kept with the values: after a reload the form is saved upon what it was merged with.
    version,
  };
}

type Option = { value: string; label: string };
type Info = Student['studentInfo'];

// The present value is always among the options, whether the list has come or not.
const withOption = (options: Option[], value: string | null, label: string | null) =>
  !value || options.some((option) => option.value === value)
    ? options
    : [{ value, label: label ?? '' }, ...options];

/** Faculties to choose from. */
export const facultyOptions = (faculties: readonly Faculty[] = [], info: Info): Option[] =>
  withOption(
    faculties.map(({ uuidDepartment, nameDepartment }) => ({
      value: uuidDepartment,
      label: nameDepartment,
    })),
    info.uuidFaculty,
    info.nameFaculty,
  );

/** Specialties of the chosen faculty. */
export function specialtyOptions(
  faculties: readonly Faculty[] = [],
  info: Info,
  faculty: string,
): Option[] {
  const chosen = faculties.find(({ uuidDepartment }) => uuidDepartment === faculty);
  const options = (chosen?.specialties ?? []).map(({ uuidSpecialty, nameSpecialty }) => ({
    value: uuidSpecialty,
    label: nameSpecialty,
  }));
  return faculty === info.uuidFaculty
    ? withOption(options, info.uuidSpecialty, info.nameSpecialty)
    : options;
}
