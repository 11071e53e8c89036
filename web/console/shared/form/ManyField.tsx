import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Choice } from './choice';
import { markedOption, matchesOf, meantBy } from './choice';
import css from './fields.module.css';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  options: readonly Choice[];
  placeholder?: string;
  disabled?: boolean;
  description?: string;
};

/** A searchable multi-select; may be empty. */
export function ManyField(props: FieldProps<readonly string[]> & Own) {
  const { note, onChange, options, value, description, placeholder, ...rest } = props;
  const [typed, setTyped] = useState('');
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typed.trim() === '' || (event.key !== 'Enter' && event.key !== 'Tab')) return;
    const marked = markedOption(event.currentTarget);
    if (event.key === 'Enter' && marked) return; // the list handles it
    if (event.key === 'Enter') event.preventDefault(); // it would submit the form
    const free = options.filter((option) => !value.includes(option.value));
    const only = meantBy(typed, matchesOf(free, typed));
    if (marked) return marked.click();
    if (!only) return;
    onChange([...value, only.value]);
    setTyped('');
  };
  return (
    <MultiSelect
      {...rest}
      classNames={{ option: css.option }}
      data={[...options]}
      value={[...value]}
      placeholder={value.length === 0 ? placeholder : undefined}
      description={note ? t.changedElsewhere : description}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ search }) => matchesOf(options, search)}
      onKeyDown={press}
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
