import * as v from 'valibot';
import { isoDay } from '../../../kit/format/day';
import { moscowMinute } from '../../../kit/format/moment';
import { formatPhone } from '../../../kit/format/phone';
import { photoKey } from '../../shared/form/photo';
import {
  optionalChoice,
  optionalDay,
  optionalText,
  photo,
  requiredPhone,
  requiredText,
  selectedNumber,
} from '../../shared/form/schema';
import type { FieldProps } from '../../shared/form/useAppForm';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import type { Card, Faculty, Student } from './wire';

/** A student in moderation or rejected is an application. */
export type Status = 'active' | 'blocked' | 'moderation' | 'rejected';

/** Reports whether an application has been approved: only then there is a card. */
export const isStudent = (status: Status) => status === 'active' || status === 'blocked';

/** Colours of the statuses (rules 21.6). */
export const tones: Record<Status, StatusTone> = {
  active: 'green',
  blocked: 'red',
  moderation: 'amber',
  rejected: 'grey',
};

/** Whether a day (yyyy-MM-dd) is over in Moscow. */
export const isDayOver = (day: string, now = Date.now()) => day < moscowMinute(now).slice(0, 10);

/** The status on a card and, shorter, in a list: an active student whose card has ended (rules 23.2) is refused at tills. */
export function standingOf(status: Status, endYear: number, now = Date.now()) {
  const isExpired = status === 'active' && isDayOver(`${endYear}-09-30`, now);
  return isExpired
    ? ({ tone: 'grey', text: t.expired, short: t.shortExpired } as const)
    : { tone: tones[status], text: t.statuses[status], short: t.shortStatuses[status] };
}

type Named = { surname: string; name: string; patronymic: string | null };

/** Surname, name, patronymic. */
export const fullName = ({ surname, name, patronymic }: Named) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

const phoneDigits = 11;

/** A phone as it is shown; fewer than eleven digits count as no phone (rules 6.7). */
export const phoneOf = (phone: string | null) =>
  phone && phone.length >= phoneDigits ? formatPhone(phone) : t.noPhone;

/** Whole years between a birth date (dd.MM.yyyy) and a day. */
export function ageOn(birthdate: string, day: Date): number | null {
  const iso = isoDay(birthdate);
  if (!iso) return null;
  const [year = 0, month = 0, date = 0] = iso.split('-').map(Number);
  const before =
    day.getMonth() + 1 < month || (day.getMonth() + 1 === month && day.getDate() < date);
  return day.getFullYear() - year - (before ? 1 : 0);
}

const yearsAround = 10;
const longestName = 100;
const oldestBirth = '1900-01-01';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

const withCurrent = (usual: number[], current: number) =>
  (usual.includes(current) ? usual : [...usual, current].sort((a, b) => a - b)).map(String);

/** Courses to choose from, with the current one even if it is unusual. */
export const courses = (current: number) => withCurrent(range(1, 6), current);

/** Years to choose from: ten before and after this one, and the current value (rules 6.8). */
export const years = (current: number, now: Date) =>
  withCurrent(range(now.getFullYear() - yearsAround, now.getFullYear() + yearsAround), current);

/** The earliest and the latest allowed birth date, yyyy-MM-dd. */
export const birthRange = (now: Date) => ({
  min: oldestBirth,
  max: [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-'),
});

const birthdate = (now: Date) => {
  const { min, max } = birthRange(now);
  const inRange = (text: string) => {
    const iso = isoDay(text);
    return iso === null || (iso >= min && iso <= max);
  };
  return v.pipe(optionalDay, v.check(inRange, t.edit.birthYear));
};

/** The edit form; same rules as internal/students/students.go. */
export const studentSchema = (hasPhone: boolean, now: Date) =>
  v.pipe(
    v.object({
      surname: requiredText(longestName, t.edit.surnameRequired),
      name: requiredText(longestName, t.edit.nameRequired),
      patronymic: optionalText(longestName),
      birthdate: birthdate(now),
      phone: hasPhone ? requiredPhone() : v.string(),
      faculty: optionalChoice,
      specialty: optionalChoice,
      course: selectedNumber,
      start: selectedNumber,
      end: selectedNumber,
      photo,
      version: v.string(),
    }),
    v.forward(
      v.partialCheck([['start'], ['end']], ({ start, end }) => start <= end, t.edit.endBeforeStart),
      ['end'],
    ),
  );

/** Values of the edit form. */
export type StudentValues = v.InferInput<ReturnType<typeof studentSchema>>;

/** What the edit form sends. */
export type StudentChange = v.InferOutput<ReturnType<typeof studentSchema>>;

/** Props of a field of the edit form by name. */
export type StudentField = <K extends keyof StudentValues>(name: K) => FieldProps<StudentValues[K]>;

/** The form values of a card. */
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
    // Part of the values: after a 409 and a reload the form must send the new version.
    version,
  };
}

type Option = { value: string; label: string };
type Info = Student['studentInfo'];

// The current value is an option even before the list has loaded.
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

/** A field of the student's form that an operator may ask to correct. */
export type Correctable = keyof typeof t.correctable;

/** The fields to correct, for a choice. */
export const correctable = Object.entries(t.correctable).map(([value, label]) => ({
  value,
  label,
}));

/** Fields to correct in words; unknown ones are left out. */
export const correctionsInWords = (fields: readonly string[]) =>
  fields
    .flatMap((field) => t.correctable[field as Correctable] ?? [])
    .map((word) => word.toLowerCase())
    .join(', ');

/** The server's limit for deciding about all found applications at once. */
export const mostAtOnce = 500;
