import { useQuery } from '@tanstack/react-query';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { SelectField } from '../../shared/form/SelectField';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { facultiesQuery, type Student } from './api';
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

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

type Props = { field: StudentField; student: Student; values: StudentValues };

/** Faculty, specialty, course and years. */
export function EducationFields({ field, student, values }: Props) {
  const { studentInfo: info } = student;
  const now = new Date();
  const { data, error, refetch, isFetching } = useQuery(facultiesQuery(info.uuidUniversity));
  const specialties = specialtyOptions(data, info, values.faculty);
  const faculty = field('faculty');
  const specialty = field('specialty');
  // A specialty belongs to its faculty: with another faculty it is chosen anew.
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
    <Section title={t.card.education}>
      {error && !data && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      <div className={css.grid}>
        <SearchSelectField
          {...faculty}
          onChange={choose}
          label={t.edit.faculty}
          placeholder={t.edit.facultyPlaceholder}
          options={facultyOptions(data, info)}
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
