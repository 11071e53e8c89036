import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CitySource, isLongEnough, useCitySearch } from '../../api/useCitySearch';
import type { ControlProps } from '../filter';
import { t } from '../texts';
import { CityName, rememberCities } from './cityNames';
import css from './filters.module.css';
import { PickerOptions, SearchPanel, SearchPicker } from './SearchPicker';
import { type Option, toggled } from './several';

type Props = ControlProps<readonly string[]> & { source: CitySource };

const remembering = ({ key, find }: CitySource): CitySource => ({
  key,
  find: async (search, signal) => {
    const found = await find(search, signal);
    rememberCities(found);
    return found;
  },
});

// An empty search finds the frequent cities of the list.
const useFrequent = ({ key, find }: CitySource) =>
  useQuery({
    queryKey: ['catalog', 'cities', 'frequent', key],
    queryFn: ({ signal }) => find('', signal),
  });

function Panel({ value, onChange, source: given }: Props) {
  const [source] = useState(() => remembering(given));
  const [typed, setTyped] = useState('');
  // Cities chosen before the popup opened stay listed, so that a click can be undone.
  const [kept] = useState(value);
  const found = useCitySearch(typed, source);
  const frequent = useFrequent(source);
  const long = isLongEnough(typed);
  const shown = (long ? found.data : frequent.data) ?? [];
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
      options={long ? shown : []}
      onEnter={(uuid) => onChange(toggled(value, uuid))}
      texts={t.city}
    >
      {shown.length > 0 && (
        <PickerOptions label={long ? t.city.found : t.city.frequent} titled={!long}>
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
            // The button unmounts: keep the focus in the popup.
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

/** The city filter: a button and its popup. */
export function CityPicker(props: Props) {
  const { title, value } = props;
  const label = t.city.button(value.length);
  return (
    <SearchPicker title={title} label={label} icon={IconMapPin} active={value.length > 0}>
      <Panel {...props} />
    </SearchPicker>
  );
}
