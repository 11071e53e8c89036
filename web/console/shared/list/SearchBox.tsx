import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { overLimit } from '../form/limit';
import { useListening } from '../keys/useListening';
import { useSlashKey } from '../session/slash';
import { iconSize, iconStroke } from '../theme/tokens';
import { longestSearch, tidySearch } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

// Debounce of the search, ms.
const searchDelay = 500;

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

// The slash key focuses the search in any keyboard layout, outside of inputs, unless it is turned off.
function useSlash(focus: () => void) {
  const isOn = useSlashKey();
  useListening(
    (event) => {
      const slash = event.key === '/' || (event.code === 'Slash' && !event.shiftKey);
      if (!slash || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      focus();
    },
    { enabled: isOn },
  );
  return isOn;
}

type Props = { value: string; onSearch: (search: string) => void };

/** The search box; its text goes to the URL after the debounce. */
export function SearchBox({ value, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [previous, setPrevious] = useState(value);
  const focus = useCallback(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const slash = useSlash(focus);

  // The URL changed elsewhere (back, reset): update the box.
  if (previous !== value) {
    setPrevious(value);
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
          slash && <kbd aria-hidden>/</kbd>
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
