import { Select } from '@mantine/core';
import css from './fields.module.css';
import { type Choice, noteInWords } from './SelectField';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  options: readonly Choice[];
  placeholder?: string;
  disabled?: boolean;
  description?: string;
};

/** One of many choices, found by typing; may be left empty. */
export function SearchSelectField(props: FieldProps<string> & Own) {
  const { note, onChange, options, value, description, ...rest } = props;
  return (
    <Select
      {...rest}
      classNames={{ option: css.option, options: css.options }}
      data={[...options]}
      value={value || null}
      description={noteInWords(note, options) ?? description}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      nothingFoundMessage={t.nothingFound}
      comboboxProps={{ shadow: 'md' }}
      withScrollArea={false} // the list itself scrolls: to assistive technology it is the popup
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
