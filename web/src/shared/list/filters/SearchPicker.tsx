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

/** Characters that a search for an option takes. */
const longestSearch = 100;

type PickerProps = {
  title: string;
  label: string;
  icon: Icon;
  active: boolean;
  children: ReactNode;
};

/** The button of a filter that searches, and its popup. */
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

type PanelProps = {
  typed: string;
  onType: (typed: string) => void;
  /** Whether enough was typed to be searched for. */
  long: boolean;
  found: Pick<UseQueryResult<readonly unknown[]>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** What was found, and what Enter does with the only one that the text leaves. */
  options: readonly Option[];
  onEnter: (value: string) => void;
  texts: Record<'search' | 'placeholder' | 'short' | 'nothing' | 'searching', string>;
  children: ReactNode;
};

function messageOf({ long, found, texts }: PanelProps) {
  if (!long) return texts.short;
  if (found.data?.length === 0) return texts.nothing;
  return found.data || found.error ? '' : texts.searching;
}

/** What the popup holds: the field, what became of the search, and the options below. */
export function SearchPanel(props: PanelProps) {
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

type OptionsProps = { label: string; apart?: boolean; children: ReactNode };

/** A group of options, scrolled by itself. */
export function PickerOptions({ label, apart, children }: OptionsProps) {
  return (
    <fieldset className={css.options} aria-label={label} data-apart={apart || undefined}>
      {children}
    </fieldset>
  );
}
