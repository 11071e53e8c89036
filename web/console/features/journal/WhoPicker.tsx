import { useDebouncedValue } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ControlProps, Filter } from '../../shared/list/filter';
import { OnePanel } from '../../shared/list/filters/OnePanel';
import { SearchPicker } from '../../shared/list/filters/SearchPicker';
import type { Option } from '../../shared/list/filters/several';
import { t } from './texts';

type Source = {
  name: string;
  icon: Icon;
  find: (search: string, signal: AbortSignal) => Promise<Option[]>;
  all: string;
  chosen: string;
};

// Names of found people: the URL has only uuids.
const names = new Map<string, string>();

const leastTyped = 3;
const delay = 300; // ms

type Props = ControlProps<string | null> & { source: Source };

function Panel({ title, value, onChange, source }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), delay);
  const long = search.length >= leastTyped;
  const found = useQuery({
    queryKey: ['journal', source.name, search],
    queryFn: ({ signal }) => source.find(search, signal),
    enabled: long,
  });
  const options = (long && found.data) || [];
  const choose = (uuid: string | null) => {
    const option = options.find((one) => one.value === uuid);
    if (option) names.set(option.value, option.label);
    onChange(uuid);
  };
  const chosen = (value !== null && names.get(value)) || source.chosen;
  return (
    <OnePanel
      {...{ typed, long, found, options, title, value, chosen }}
      onType={setTyped}
      onChange={choose}
      all={source.all}
      texts={t.picker}
    />
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A filter by one operator or student, found by name. */
export const whoFilter = (
  title: string,
  source: Source,
): Filter<string | null, string | undefined> => ({
  title,
  place: 'toolbar',
  none: null,
  read: (text) => (uuid.test(text) ? text : null),
  write: (value) => value ?? '',
  body: (value) => value ?? undefined,
  chips: (value) =>
    value === null ? [] : [{ id: value, label: names.get(value) ?? source.chosen, without: null }],
  control: (props) => (
    <SearchPicker
      title={title}
      label={props.value === null ? title : (names.get(props.value) ?? source.chosen)}
      icon={source.icon}
      active={props.value !== null}
    >
      <Panel {...props} source={source} />
    </SearchPicker>
  ),
});
