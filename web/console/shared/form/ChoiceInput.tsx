import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Choice } from './choice';
import { markedOption, meantBy, unchosen } from './choice';
import css from './fields.module.css';
import { t } from './texts';

/** The text of a search field: the label of the chosen option, or a search. */
export function useChoiceText(value: string, present: Choice | undefined) {
  const label = present?.label ?? '';
  const [typed, setTyped] = useState(label);
  const [previous, setPrevious] = useState({ value, label });
  if (previous.value !== value || previous.label !== label) {
    setPrevious({ value, label });
    if (value !== unchosen) setTyped(label);
  }
  return { typed, setTyped, search: typed === label ? '' : typed };
}

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data' | 'error'> & {
  value: string;
  /** Called with the chosen option, null if the field was cleared, undefined if the text matches nothing. */
  onChoose: (choice: Choice | null | undefined) => void;
  text: ReturnType<typeof useChoiceText>;
  present: Choice | undefined;
  /** Options that match the text. */
  matches: readonly Choice[];
  /** The matches are still loading. */
  searching?: boolean;
  error?: string | boolean;
  /** Error of a text without a match. */
  unknown?: string;
};

/**
 * A searchable select. Enter, Tab and blur choose the only match; text without a match stays and is an error, so that
 * the old value is not saved instead.
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
    event.preventDefault(); // Enter would submit the form without the typed text
    if (only) choose(only);
  };
  // Matches may arrive after blur.
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
      // The list element itself scrolls: assistive technology treats it as the popup.
      withScrollArea={false}
      // After a failed submit the first invalid field gets the focus: its list would cover the other fields.
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
