import { Select } from '@mantine/core';
import { useState } from 'react';
import { allCities } from '../api/cities';
import { isLongEnough, useCitySearch } from '../api/useCitySearch';
import css from './fields.module.css';
import { noteInWords } from './SelectField';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type City = { uuid: string; name: string };

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  autoFocus?: boolean;
  /** The city that the field holds at first. */
  stored?: City | null;
  /** Told of the name too: a form that shows it need not ask for it again. */
  onChoose?: (city: City | null) => void;
};

function words(typed: string, { data, error }: ReturnType<typeof useCitySearch>): string {
  if (!isLongEnough(typed)) return t.city.short;
  if (error && !data) return t.city.failed;
  return data ? t.nothingFound : t.city.searching;
}

/** A city, found by typing a part of its name; kept as its uuid. */
export function CityField(props: FieldProps<string> & Own) {
  const { note, value, onChange, stored, onChoose, description, autoFocus, ...rest } = props;
  const [known, setKnown] = useState(stored ? [{ value: stored.uuid, label: stored.name }] : []);
  const [typed, setTyped] = useState(stored?.name ?? '');
  const [opened, setOpened] = useState(false);
  const present = known.find((city) => city.value === value);
  // The name of the chosen city stands in the field: that is no search.
  const search = present?.label === typed ? '' : typed;
  const found = useCitySearch(search, allCities);
  const options = isLongEnough(search) ? (found.data ?? []) : present ? [present] : [];
  const choose = (uuid: string | null) => {
    const city = options.find((option) => option.value === uuid);
    if (city) setKnown([...known, city]);
    onChange(uuid ?? '');
    onChoose?.(city ? { uuid: city.value, name: city.label } : null);
  };
  return (
    <Select
      {...rest}
      classNames={{ option: css.option }}
      data={
        present && !options.includes(present)
          ? [present, ...options.filter((option) => option.value !== present.value)]
          : [...options]
      }
      // The server has searched already; the present city is there only for its name.
      filter={() => [...options]}
      value={value || null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // With nothing typed there is nothing to choose: the list would only cover what stands below.
      dropdownOpened={opened && search !== ''}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      placeholder={t.city.placeholder}
      nothingFoundMessage={words(search, found)}
      description={noteInWords(note, known) ?? description}
      comboboxProps={{ shadow: 'md' }}
      maxDropdownHeight={280}
      data-autofocus={autoFocus || undefined}
      onChange={choose}
    />
  );
}
