import { Button, Checkbox, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconMapPin, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type CitySource, isLongEnough, useCitySearch } from '../../api/useCitySearch';
import { iconSize, iconStroke } from '../../theme/tokens';
import { Retry } from '../../ui/Retry';
import type { ControlProps } from '../filter';
import { t } from '../texts';
import { CityName, rememberCities } from './cityNames';
import css from './filters.module.css';
import { type Option, toggled } from './several';

type Props = ControlProps<readonly string[]> & { source: CitySource };

function useFound(typed: string, { key, find }: CitySource) {
  return useCitySearch(typed, {
    key,
    find: async (search, signal) => {
      const found = await find(search, signal);
      rememberCities(found);
      return found;
    },
  });
}

function Results({ typed, found }: { typed: string; found: ReturnType<typeof useFound> }) {
  if (!isLongEnough(typed)) return t.city.short;
  if (found.data?.length === 0) return t.city.nothing;
  return found.data || found.error ? null : t.city.searching;
}

function Panel({ value, onChange, source }: Props) {
  const [typed, setTyped] = useState('');
  // What was chosen when the popup opened stays in its place, so that a click can be taken back.
  const [kept] = useState(value);
  const found = useFound(typed, source);
  const shown = isLongEnough(typed) ? (found.data ?? []) : [];
  const chosen = [...new Set([...kept, ...value])].filter(
    (uuid) => !shown.some((city) => city.value === uuid),
  );
  const box = (uuid: string, option?: Option) => (
    <Checkbox
      key={uuid}
      label={option?.label ?? <CityName uuid={uuid} />}
      checked={value.includes(uuid)}
      onChange={() => onChange(toggled(value, uuid))}
    />
  );
  const message = <Results typed={typed} found={found} />;
  return (
    <div className={css.panel}>
      <TextInput
        aria-label={t.city.search}
        placeholder={t.city.placeholder}
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
        {message}
      </p>
      {shown.length > 0 && (
        <fieldset className={css.options} aria-label={t.city.found}>
          {shown.map((city) => box(city.value, city))}
        </fieldset>
      )}
      {chosen.length > 0 && (
        <fieldset className={css.options} aria-label={t.city.chosen} data-apart>
          {chosen.map((uuid) => box(uuid))}
        </fieldset>
      )}
      {value.length > 1 && (
        <UnstyledButton className={css.clear} onClick={() => onChange([])}>
          {t.city.clear}
        </UnstyledButton>
      )}
    </div>
  );
}

/** The button of the city filter and its popup. */
export function CityPicker(props: Props) {
  const { title, value } = props;
  return (
    <Popover position="bottom-start" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconMapPin size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          rightSection={<IconChevronDown size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          data-active={value.length > 0 || undefined}
        >
          {t.city.button(value.length > 0 ? String(value.length) : t.city.all)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <Panel {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
