import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import { PickerOptions, SearchPanel, type SearchPanelProps } from './SearchPicker';

type Props = Omit<SearchPanelProps, 'onEnter' | 'children' | 'texts'> & {
  title: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The choice of no value. */
  all: string;
  /** The name of the chosen value, which may not be among the found ones. */
  chosen: string;
  texts: SearchPanelProps['texts'] & { found: string };
};

/** The popup of a filter by one value, found by name. */
export function OnePanel({ title, value, onChange, all, chosen, ...search }: Props) {
  const { options, texts } = search;
  const radio = (uuid: string | null, label: string) => (
    <Radio
      key={uuid ?? ''}
      name={title}
      label={label}
      checked={value === uuid}
      onChange={() => onChange(uuid)}
    />
  );
  const isApart = value !== null && !options.some((option) => option.value === value);
  return (
    <SearchPanel {...search} onEnter={onChange}>
      <PickerOptions label={texts.found}>
        {radio(null, all)}
        {isApart && radio(value, chosen)}
        {options.map((option) => radio(option.value, option.label))}
      </PickerOptions>
    </SearchPanel>
  );
}
