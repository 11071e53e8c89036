import { useQuery } from '@tanstack/react-query';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { TextAreaField } from '../../shared/form/TextAreaField';
import type { FieldProps } from '../../shared/form/useAppForm';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { categoriesQuery } from './api';
import { categoryOptions, limits } from './rules';
import { t } from './texts';

type Field = (name: 'uuidCategory' | 'question' | 'answer') => FieldProps<string>;

/** The fields of a question. */
export function QuestionFields({ field }: { field: Field }) {
  const categories = useQuery(categoriesQuery);
  return (
    <Section title={t.form.content}>
      <Loaded query={categories}>{() => null}</Loaded>
      <SearchSelectField
        {...field('uuidCategory')}
        label={t.form.category}
        placeholder={t.form.categoryPlaceholder}
        options={categoryOptions(categories.data)}
        required
      />
      <TextAreaField
        grows
        {...field('question')}
        label={t.form.question}
        limit={limits.question}
        required
      />
      <TextAreaField
        grows
        {...field('answer')}
        label={t.form.answer}
        limit={limits.answer}
        rows={8}
        required
      />
    </Section>
  );
}
