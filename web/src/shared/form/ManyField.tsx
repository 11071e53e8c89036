import { MultiSelect } from '@mantine/core';
import css from './fields.module.css';
import type { Choice } from './SelectField';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  options: readonly Choice[];
  placeholder?: string;
  disabled?: boolean;
  description?: string;
};

/** Several of many choices, found by typing; none may be chosen. */
export function ManyField(props: FieldProps<readonly string[]> & Own) {
  const { note, onChange, options, value, description, placeholder, ...rest } = props;
  return (
    <MultiSelect
      {...rest}
      classNames={{ option: css.option }}
      data={[...options]}
      value={[...value]}
      placeholder={value.length === 0 ? placeholder : undefined}
      description={note ? t.changedElsewhere : description}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      hidePickedOptions
      nothingFoundMessage={t.nothingFound}
      comboboxProps={{ shadow: 'md' }}
      maxDropdownHeight={280}
      onChange={onChange}
    />
  );
}
