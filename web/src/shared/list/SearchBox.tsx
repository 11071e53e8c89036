import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { overLimit } from '../form/limit';
import { useSlashKey } from '../session/slash';
import { iconSize, iconStroke } from '../theme/tokens';
import { longestSearch, tidySearch } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

// How long after the last key the search starts, ms (spec §9).
const searchDelay = 500;

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

// A slash outside of any field begins a search, on whatever layout it is typed, unless it is switched off.
function useSlash(focus: () => void) {
  const { isOn } = useSlashKey();
  useEffect(() => {
    if (!isOn) return;
    const press = (event: globalThis.KeyboardEvent) => {
      const slash = event.key === '/' || (event.code === 'Slash' && !event.shiftKey);
      if (!slash || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [focus, isOn]);
  return isOn;
}

type Props = { value: string; onSearch: (search: string) => void };

/** The search box: what is typed is local until half a second has passed. */
export function SearchBox({ value, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const focus = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const slash = useSlash(focus);

  // The address changed by itself (back, a chip, a reset): the box follows.
  if (seen !== value) {
    setSeen(value);
    if (tidySearch(typed) !== value) setTyped(value);
  }

  const waits = tidySearch(typed) !== value;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => onSearch(tidySearch(typed)), searchDelay);
    return () => clearTimeout(timer);
  }, [typed, waits, onSearch]);

  const now = (text: string) => {
    setTyped(text);
    if (tidySearch(text) !== value) onSearch(tidySearch(text));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') now(typed);
    if (event.key === 'Escape' && typed !== '') now('');
  };
  return (
    <TextInput
      ref={input}
      className={css.search}
      type="search"
      role="searchbox"
      aria-label={t.searchLabel}
      placeholder={t.search}
      title={slash ? t.searchHint : undefined}
      leftSection={<IconSearch size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={t.clearSearch}
            onClick={() => {
              now('');
              focus();
            }}
          />
        ) : (
          slash && (
            <kbd className={css.slash} aria-hidden>
              /
            </kbd>
          )
        )
      }
      value={typed}
      error={overLimit(typed, longestSearch)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
