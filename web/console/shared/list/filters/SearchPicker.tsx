import { Button, Popover, TextInput } from '@mantine/core';
import { type Icon, IconChevronDown, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { matchesOf, meantBy } from '../../form/choice';
import { overLimit } from '../../form/limit';
import { iconSize, iconStroke } from '../../theme/tokens';
import { Retry } from '../../ui/Retry';
import css from './filters.module.css';
import type { Option } from './several';

/** Maximum length of a search for an option. */
const longestSearch = 100;

type PickerProps = {
  title: string;
  label: string;
  icon: Icon;
  active: boolean;
  children: ReactNode;
};

/** A filter button with a search popup. */
export function SearchPicker({ title, label, icon: Sign, active, children }: PickerProps) {
  return (
    <Popover position="bottom-start" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button
          classNames={{ root: css.button, label: css.label }}
          variant="default"
          leftSection={<Sign size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          rightSection={<IconChevronDown size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          data-active={active || undefined}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>{children}</Popover.Dropdown>
    </Popover>
  );
}

/** Props of a search popup. */
export type SearchPanelProps = {
  typed: string;
  onType: (typed: string) => void;
  /** The text is long enough to search. */
  long: boolean;
  found: Pick<UseQueryResult<readonly unknown[]>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Found options; Enter chooses the only match. */
  options: readonly Option[];
  onEnter: (value: string) => void;
  texts: Record<'search' | 'placeholder' | 'short' | 'nothing' | 'searching', string>;
  children: ReactNode;
};

function messageOf({ long, found, texts }: SearchPanelProps) {
  if (!long) return texts.short;
  if (found.data?.length === 0) return texts.nothing;
  return found.data || found.error ? '' : texts.searching;
}

/** The popup: search field, status of the search, and options. */
export function SearchPanel(props: SearchPanelProps) {
  const { typed, onType, found, options, onEnter, texts, children } = props;
  const enter = () => {
    const only = meantBy(typed, matchesOf(options, typed));
    if (only) onEnter(only.value);
  };
  return (
    <div className={css.panel}>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.placeholder}
        leftSection={<IconSearch size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        value={typed}
        error={overLimit(typed, longestSearch)}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && enter()}
        data-autofocus
      />
      {found.error && !found.data && (
        <Retry error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      )}
      <p className={css.message} role="status">
        {messageOf(props)}
      </p>
      {children}
    </div>
  );
}

type OptionsProps = {
  label: string;
  /** Shows the label. */
  titled?: boolean;
  apart?: boolean;
  children: ReactNode;
};

/** A scrollable group of options. */
export function PickerOptions({ label, titled, apart, children }: OptionsProps) {
  return (
    <fieldset className={css.options} aria-label={label} data-apart={apart || undefined}>
      {titled && <legend className={css.legend}>{label}</legend>}
      {children}
    </fieldset>
  );
}
