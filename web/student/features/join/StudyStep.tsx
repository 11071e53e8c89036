import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../shared/ui/Field';
import { PickField } from '../../shared/ui/PickField';
import { facultiesQuery, universities } from './api';
import css from './join.module.css';
import { firstEndYear } from './rules';
import type { StepProps } from './step';
import { t } from './texts';

const courses = [1, 2, 3, 4, 5, 6].map((n) => ({ value: String(n), label: String(n) }));

function years(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const year = String(from + i);
    return { value: year, label: year };
  });
}

const options = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** Step 1: where the applicant studies. */
export function StudyStep({ draft, change, wrong }: StepProps) {
  const { data: faculties } = useQuery(facultiesQuery(draft.university?.id));
  const faculty = faculties?.find(({ id }) => id === draft.faculty?.id);
  const thisYear = new Date().getFullYear();
  const ends = years(firstEndYear(), thisYear + 8);
  const isAhead = ends.some(({ value }) => value === draft.endYear); // a card to renew has an earlier year
  return (
    <>
      <PickField
        label={t.study.university}
        value={draft.university}
        onChange={(university) => change({ university, faculty: null, specialty: null })}
        search={universities}
        empty={t.study.universityEmpty}
        placeholder={t.study.search}
        nothing={t.nothing}
        error={wrong.university}
      />
      {faculties && faculties.length > 0 && (
        <SelectField
          label={t.study.faculty}
          optional
          empty={t.study.facultyEmpty}
          value={draft.faculty?.id ?? ''}
          options={options(faculties)}
          onChange={(id) =>
            change({ faculty: faculties.find((one) => one.id === id) ?? null, specialty: null })
          }
          error={wrong.faculty}
        />
      )}
      {faculty && faculty.specialties.length > 0 && (
        <SelectField
          label={t.study.specialty}
          optional
          empty={t.study.facultyEmpty}
          value={draft.specialty?.id ?? ''}
          options={options(faculty.specialties)}
          onChange={(id) =>
            change({ specialty: faculty.specialties.find((one) => one.id === id) ?? null })
          }
          error={wrong.specialty}
        />
      )}
      <SelectField
        label={t.study.course}
        empty={t.study.courseEmpty}
        value={draft.course}
        options={courses}
        onChange={(course) => change({ course })}
        error={wrong.course}
      />
      <div className={css.pair}>
        <SelectField
          label={t.study.start}
          empty={t.study.yearEmpty}
          value={draft.startYear}
          options={years(thisYear - 8, thisYear).reverse()}
          onChange={(startYear) => change({ startYear })}
          error={wrong.startYear}
        />
        <SelectField
          label={t.study.end}
          empty={t.study.yearEmpty}
          value={isAhead ? draft.endYear : ''}
          options={ends}
          onChange={(endYear) => change({ endYear })}
          error={wrong.endYear}
        />
      </div>
      <p className={css.hint}>{t.study.endHint(isAhead ? draft.endYear : '')}</p>
    </>
  );
}
