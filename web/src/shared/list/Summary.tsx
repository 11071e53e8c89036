import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Filters } from './filter';
import css from './Summary.module.css';
import { t } from './texts';

type Props = {
  note?: string;
  filters: Filters;
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
  /** Given while anything narrows the list. */
  onReset?: () => void;
};

/** What narrows the rows. */
export function Summary({ note, filters, values, onChange, onReset }: Props) {
  const chips = Object.entries(filters).flatMap(([name, filter]) =>
    filter.chips(values[name]).map((chip) => ({ ...chip, name })),
  );
  return (
    <>
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
    </>
  );
}
