import { useQuery } from '@tanstack/react-query';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { SelectField } from '../../shared/form/SelectField';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { facultiesQuery } from './api';
import { t as card } from './card/texts';
import css from './edit.module.css';
import {
  courses,
  facultyOptions,
  type StudentField,
  type StudentValues,
  specialtyOptions,
  years,
} from './rules';
import { t } from './texts';
import type { Student } from './wire';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

type Props = { field: StudentField; student: Student; values: StudentValues };

/** Faculty, specialty, course and years. */
export function EducationFields({ field, student, values }: Props) {
  const { studentInfo: info } = student;
  const now = new Date();
  const faculties = useQuery(facultiesQuery(info.uuidUniversity));
  const specialties = specialtyOptions(faculties.data, info, values.faculty);
  const faculty = field('faculty');
  const specialty = field('specialty');
  // A specialty belongs to one faculty: a change of the faculty clears it.
  const choose = (value: string) => {
    if (value !== values.faculty) specialty.onChange('');
    faculty.onChange(value);
  };
  const hint = !values.faculty
    ? t.edit.specialtyFirst
    : specialties.length === 0
      ? t.edit.noSpecialties
      : undefined;
  return (
    <Section title={card.education}>
      <Loaded query={faculties}>{() => null}</Loaded>
      <div className={css.grid}>
        <SearchSelectField
          {...faculty}
          onChange={choose}
          label={t.edit.faculty}
          placeholder={t.edit.facultyPlaceholder}
          options={facultyOptions(faculties.data, info)}
        />
        <SearchSelectField
          {...specialty}
          label={t.edit.specialty}
          placeholder={hint ?? t.edit.specialtyPlaceholder}
          options={specialties}
          disabled={specialties.length === 0}
        />
      </div>
      <div className={css.thirds}>
        <SelectField
          {...field('course')}
          label={t.edit.course}
          options={asOptions(courses(info.course))}
        />
        <SelectField
          {...field('start')}
          label={t.edit.start}
          options={asOptions(years(info.startEducation, now))}
        />
        <SelectField
          {...field('end')}
          label={t.edit.end}
          options={asOptions(years(info.endEducation, now))}
        />
      </div>
    </Section>
  );
}
