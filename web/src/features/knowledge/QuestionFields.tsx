import { useQuery } from '@tanstack/react-query';
import { LongTextField } from '../../shared/form/LongTextField';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import type { FieldProps } from '../../shared/form/useAppForm';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { categoriesQuery } from './api';
import { categoryOptions, limits } from './rules';
import { t } from './texts';

type Field = (name: 'uuidCategory' | 'question' | 'answer') => FieldProps<string>;

/** The fields of a question. */
export function QuestionFields({ field }: { field: Field }) {
  const { data, error, refetch, isFetching } = useQuery(categoriesQuery);
  return (
    <Section title={t.form.content}>
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      <SearchSelectField
        {...field('uuidCategory')}
        label={t.form.category}
        placeholder={t.form.categoryPlaceholder}
        options={categoryOptions(data)}
        required
      />
      <LongTextField
        {...field('question')}
        label={t.form.question}
        limit={limits.question}
        required
      />
      <LongTextField
        {...field('answer')}
        label={t.form.answer}
        limit={limits.answer}
        lines={8}
        required
      />
    </Section>
  );
}
