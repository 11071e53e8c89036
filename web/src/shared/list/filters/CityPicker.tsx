import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { type CitySource, isLongEnough, useCitySearch } from '../../api/useCitySearch';
import type { ControlProps } from '../filter';
import { t } from '../texts';
import { CityName, rememberCities } from './cityNames';
import css from './filters.module.css';
import { PickerOptions, SearchPanel, SearchPicker } from './SearchPicker';
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

function Panel({ value, onChange, source }: Props) {
  const [typed, setTyped] = useState('');
  // What was chosen when the popup opened stays in its place, so that a click can be taken back.
  const [kept] = useState(value);
  const found = useFound(typed, source);
  const long = isLongEnough(typed);
  const shown = long ? (found.data ?? []) : [];
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
  return (
    <SearchPanel
      typed={typed}
      onType={setTyped}
      long={long}
      found={found}
      options={shown}
      onEnter={(uuid) => onChange(toggled(value, uuid))}
      texts={t.city}
    >
      {shown.length > 0 && (
        <PickerOptions label={t.city.found}>
          {shown.map((city) => box(city.value, city))}
        </PickerOptions>
      )}
      {chosen.length > 0 && (
        <PickerOptions label={t.city.chosen} apart>
          {chosen.map((uuid) => box(uuid))}
        </PickerOptions>
      )}
      {value.length > 1 && (
        <UnstyledButton
          className={css.clear}
          onClick={(event) => {
            // The button goes with its cities; the keyboard stays in the popup.
            event.currentTarget.parentElement?.querySelector('input')?.focus();
            onChange([]);
          }}
        >
          {t.city.clear}
        </UnstyledButton>
      )}
    </SearchPanel>
  );
}

/** The button of the city filter and its popup. */
export function CityPicker(props: Props) {
  const { title, value } = props;
  const label = t.city.button(value.length > 0 ? String(value.length) : t.city.all);
  return (
    <SearchPicker title={title} label={label} icon={IconMapPin} active={value.length > 0}>
      <Panel {...props} />
    </SearchPicker>
  );
}
