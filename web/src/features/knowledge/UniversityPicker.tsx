import { Button, Popover, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingBank, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ControlProps } from '../../shared/list/filter';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Retry } from '../../shared/ui/Retry';
import { universitiesQuery } from './api';
import { t } from './texts';
import css from './UniversityPicker.module.css';
import { universityName } from './universityNames';

/** The search starts at so many characters, so long after the last key (spec part 2 §5). */
const shortest = 3;
const delay = 500;

type Props = ControlProps<string | null>;

function useFound(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), delay);
  const long = search.length >= shortest && typed.trim().length >= shortest;
  return useQuery({ ...universitiesQuery(search), enabled: long });
}

function messageOf(typed: string, { data, error }: ReturnType<typeof useFound>) {
  if (typed.trim().length < shortest) return t.university.short;
  if (data?.length === 0) return t.university.nothing;
  return data || error ? '' : t.university.searching;
}

function Panel({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const shown = typed.trim().length >= shortest ? (found.data ?? []) : [];
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
    <div className={css.panel}>
      <TextInput
        aria-label={t.university.search}
        placeholder={t.university.placeholder}
        leftSection={<IconSearch size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {found.error && !found.data && (
        <Retry error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      )}
      <p className={css.message} role="status">
        {messageOf(typed, found)}
      </p>
      <fieldset className={css.options} aria-label={t.university.found}>
        {option(null, t.university.everybody)}
        {chosen && option(value, universityName(value) ?? t.university.title)}
        {shown.map(({ uuidUniversity, shortName }) => option(uuidUniversity, shortName))}
      </fieldset>
    </div>
  );
}

/** The button of the university filter and its popup. */
export function UniversityPicker(props: Props) {
  const { title, value } = props;
  const name = value === null ? t.university.all : (universityName(value) ?? t.university.chosen);
  return (
    <Popover position="bottom-start" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button
          classNames={{ root: css.button, label: css.label }}
          variant="default"
          leftSection={<IconBuildingBank size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          rightSection={<IconChevronDown size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          data-active={value !== null || undefined}
        >
          {t.university.button(name)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <Panel {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
