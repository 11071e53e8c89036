import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ManyField } from '../../../shared/form/ManyField';
import { SelectField } from '../../../shared/form/SelectField';
import { useOperator } from '../../../shared/session/session';
import { Section } from '../../../shared/ui/Section';
import { facultiesQuery } from '../api';
import { t } from '../texts';
import type { Card } from '../wire';
import { Reach } from './Reach';
import { levelHint, levelsOf } from './rules';
import type { NewsField, NewsValues } from './values';

const lastCourse = 8;

// All courses (0), then 1 to 8 (rules 9.8).
const courses = Array.from({ length: lastCourse + 1 }, (_, n) => ({
  value: String(n),
  label: n === 0 ? t.form.courses.all : t.form.courses.of(n),
}));

type Props = { field: NewsField; values: NewsValues; card: Card | null };

function Faculties({ field, values, card }: Props) {
  const { role } = useOperator();
  // Programme staff edit items of other universities, with the faculties of those universities.
  const owner = role === 'operator_all' ? (card?.item.nameUniversity ?? null) : null;
  const { data, error } = useQuery(facultiesQuery(owner));
  const known = new Set(data?.map(({ value }) => value));
  const unknown = values.forFaculty
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: t.form.unknownFaculty }));
  return (
    <>
      <ManyField
        {...field('forFaculty')}
        label={t.form.faculties}
        placeholder={t.form.facultiesPlaceholder}
        options={[...(data ?? []), ...unknown]}
        disabled={!data}
      />
      {error && <Input.Error role="alert">{t.errors.faculties}</Input.Error>}
    </>
  );
}

/** The audience of an item: level, faculties and course, with the number of students. */
export function AudienceFields({ field, values, card }: Props) {
  const { role, chairman } = useOperator();
  const { typeNews } = values;
  const level = field('typeNews');
  const levels = card ? [card.item.typeNews] : levelsOf(role);
  const options = levels.map((value) => ({ value, label: t.levels[value] }));
  const hint = typeNews === '' ? undefined : levelHint(typeNews, chairman);
  return (
    <Section title={t.form.audience}>
      <SelectField
        {...level}
        onChange={(value) => level.onChange(levels.find((one) => one === value) ?? '')}
        label={t.form.level}
        options={card ? options : [{ value: '', label: t.form.chooseLevel }, ...options]}
        description={card ? t.form.levelFixed : hint}
        disabled={card !== null}
        required
      />
      {typeNews === 'university' && <Faculties field={field} values={values} card={card} />}
      <SelectField {...field('forCourse')} label={t.form.course} options={courses} />
      <Reach values={values} card={card} />
    </Section>
  );
}
