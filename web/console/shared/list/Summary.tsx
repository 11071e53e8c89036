import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { FilterProps } from './FilterControls';
import css from './Summary.module.css';
import { t } from './texts';

type Props = FilterProps & {
  note?: string;
  /** Given while a search or filter is active. */
  onReset?: () => void;
};

// Toggles for the values of a filter that are chosen most; their state replaces the filter's chips.
function QuickFilters({ filters, values, onChange }: FilterProps) {
  return Object.entries(filters).flatMap(([name, { quick = [], none }]) =>
    quick.map(({ value, label }) => {
      const pressed = values[name] === value;
      return (
        <UnstyledButton
          key={`${name}-${label}`}
          className={css.quick}
          aria-pressed={pressed}
          onClick={() => onChange(name, pressed ? none : value)}
        >
          {label}
        </UnstyledButton>
      );
    }),
  );
}

/** Quick filters, and chips of the other active ones. */
export function Summary({ note, onReset, ...given }: Props) {
  const { filters, values, onChange } = given;
  const chips = Object.entries(filters)
    .filter(([, { quick }]) => !quick)
    .flatMap(([name, filter]) => filter.chips(values[name]).map((chip) => ({ ...chip, name })));
  return (
    <>
      {note && <span className={css.note}>{note}</span>}
      <QuickFilters {...given} />
      {chips.map(({ name, id, label, without }) => (
        <UnstyledButton
          key={`${name}-${id}`}
          className={css.chip}
          onClick={() => onChange(name, without)}
        >
          <VisuallyHidden>{t.removeFilter}</VisuallyHidden> {label}
          <IconX size={iconSize.sm} stroke={iconStroke} aria-hidden />
        </UnstyledButton>
      ))}
      {onReset && (
        <UnstyledButton className={css.reset} onClick={onReset}>
          {t.reset}
        </UnstyledButton>
      )}
    </>
  );
}
