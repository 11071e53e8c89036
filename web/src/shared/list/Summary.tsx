import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Filters } from './filter';
import css from './Summary.module.css';
import { t } from './texts';

type Props = {
  total: number | undefined;
  note?: string;
  filters: Filters;
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
  /** Given while anything narrows the list. */
  onReset?: () => void;
};

/** How many rows there are, and what narrows them. */
export function Summary({ total, note, filters, values, onChange, onReset }: Props) {
  const chips = Object.entries(filters).flatMap(([name, filter]) =>
    filter.chips(values[name]).map((chip) => ({ ...chip, name })),
  );
  return (
    <div className={css.summary} data-home tabIndex={-1}>
      <span className={css.total} role="status">
        {total === undefined ? '' : t.total(total)}
      </span>
      {note && <span className={css.note}>{note}</span>}
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
    </div>
  );
}
