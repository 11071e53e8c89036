import { Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ControlProps } from '../../shared/list/filter';
import { PickerOptions, SearchPanel, SearchPicker } from '../../shared/list/filters/SearchPicker';
import { universitiesQuery } from './api';
import { t } from './texts';
import { universityName } from './universityNames';

/** The search starts at so many characters, so long after the last key (spec part 2 §5). */
const shortest = 3;
const delay = 500;

type Props = ControlProps<string | null>;

const isLongEnough = (typed: string) => typed.trim().length >= shortest;

function useFound(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), delay);
  const enabled = isLongEnough(search) && isLongEnough(typed);
  return useQuery({ ...universitiesQuery(search), enabled });
}

function Panel({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const long = isLongEnough(typed);
  const shown = long ? (found.data ?? []) : [];
  const option = (uuid: string | null, label: string) => (
    <Radio
      key={uuid ?? ''}
      name={t.university.title}
      label={label}
      checked={value === uuid}
      onChange={() => onChange(uuid)}
    />
  );
  const chosen = value !== null && !shown.some(({ uuidUniversity }) => uuidUniversity === value);
  return (
    <SearchPanel
      typed={typed}
      onType={setTyped}
      long={long}
      found={found}
      options={shown.map(({ uuidUniversity, shortName }) => ({
        value: uuidUniversity,
        label: shortName,
      }))}
      onEnter={onChange}
      texts={t.university}
    >
      <PickerOptions label={t.university.found}>
        {option(null, t.university.everybody)}
        {chosen && option(value, universityName(value) ?? t.university.title)}
        {shown.map(({ uuidUniversity, shortName }) => option(uuidUniversity, shortName))}
      </PickerOptions>
    </SearchPanel>
  );
}

/** The button of the university filter and its popup. */
export function UniversityPicker(props: Props) {
  const { title, value } = props;
  const name = value === null ? t.university.all : (universityName(value) ?? t.university.chosen);
  const label = t.university.button(name);
  return (
    <SearchPicker title={title} label={label} icon={IconBuildingBank} active={value !== null}>
      <Panel {...props} />
    </SearchPicker>
  );
}
