import { Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { markedOption, meantBy, unchosen } from './choice';
import css from './fields.module.css';
import type { Choice } from './SelectField';
import { t } from './texts';

/** What is typed into a field of choices: the name of the chosen one, or a search for another. */
export function useChoiceText(value: string, present: Choice | undefined) {
  const label = present?.label ?? '';
  const [typed, setTyped] = useState(label);
  const [seen, setSeen] = useState({ value, label });
  if (seen.value !== value || seen.label !== label) {
    setSeen({ value, label });
    if (value !== unchosen) setTyped(label);
  }
  return { typed, setTyped, search: typed === label ? '' : typed };
}

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data' | 'error'> & {
  value: string;
  /** The chosen one, null when the field was emptied, undefined when its text names nothing. */
  onChoose: (choice: Choice | null | undefined) => void;
  text: ReturnType<typeof useChoiceText>;
  present: Choice | undefined;
  /** The choices that the text leaves. */
  matches: readonly Choice[];
  /** They are still being looked for. */
  searching?: boolean;
  error?: string | boolean;
  /** Said of a text that names nothing. */
  unknown?: string;
};

/**
 * One choice, found by typing. Enter, Tab and leaving the field take the only match; a text that names nothing stays
 * and is an error, so that nothing else is saved in its place.
 */
export function ChoiceInput(props: Props) {
  const { value, onChoose, text, present, matches, searching, unknown = t.choose, ...rest } = props;
  const { typed, setTyped, search } = text;
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const only = searching || search.trim() === '' ? undefined : meantBy(search, matches);
  const choose = (choice: Choice | null) => {
    setOpened(false);
    setTyped(choice?.label ?? '');
    onChoose(choice);
  };
  const leave = () => {
    if (typed === (present?.label ?? '') && value !== unchosen) return;
    if (search.trim() === '') choose(null);
    else if (only) choose(only);
    else onChoose(undefined);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const marked = markedOption(event.currentTarget);
    if (event.key === 'Tab') marked?.click();
    if (event.key !== 'Enter' || search === '' || marked) return;
    event.preventDefault(); // Enter would send the form without what is being typed
    if (only) choose(only);
  };
  // What was looked for may come after the field was left.
  useEffect(() => {
    if (value === unchosen && only && document.activeElement !== input.current) choose(only);
  });
  const others = matches.filter((choice) => choice.value !== present?.value);
  return (
    <Select
      nothingFoundMessage={t.nothingFound}
      clearButtonProps={{ 'aria-label': t.clear }}
      comboboxProps={{ shadow: 'md' }}
      classNames={{ option: css.option, options: css.options }}
      // The list itself scrolls: to assistive technology it is the popup.
      withScrollArea={false}
      // The focus comes by itself to a field that is at fault: its list would hide the others.
      openOnFocus={false}
      {...rest}
      ref={input}
      error={(value === unchosen && !searching && unknown) || rest.error}
      data={present ? [present, ...others] : others}
      filter={() => [...matches]}
      value={value === unchosen ? null : value || null}
      searchable
      searchValue={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
      allowDeselect={false}
      onOptionSubmit={(chosen) => choose(matches.find((one) => one.value === chosen) ?? null)}
      onClear={() => choose(null)}
      dropdownOpened={opened && (rest.dropdownOpened ?? true)}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}
