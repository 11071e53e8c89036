import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import type { ControlProps } from '../list/filter';
import { OnePanel } from '../list/filters/OnePanel';
import { SearchPicker } from '../list/filters/SearchPicker';
import { universityName } from './names';
import { useUniversitySearch } from './search';
import { t } from './texts';

type Props = ControlProps<string | null>;

function Panel({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { long, found, options } = useUniversitySearch(typed);
  const chosen = (value !== null && universityName(value)) || t.title;
  return (
    <OnePanel
      {...{ typed, long, found, options, value, onChange, chosen }}
      onType={setTyped}
      title={t.title}
      all={t.everybody}
      texts={t}
    />
  );
}

/** The button of the university filter and its popup. */
export function UniversityPicker(props: Props) {
  const { title, value } = props;
  const name = value === null ? t.all : (universityName(value) ?? t.chosen);
  const label = t.button(name);
  return (
    <SearchPicker title={title} label={label} icon={IconBuildingBank} active={value !== null}>
      <Panel {...props} />
    </SearchPicker>
  );
}
