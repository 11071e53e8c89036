import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './Summary.module.css';
import { t } from './texts';

type Props = {
  /** Given if all matching rows can be selected. */
  allFound?: { total: number; limit: number; select: () => void };
  onClear: () => void;
  children: ReactNode;
};

// Over the limit it shows a note instead of the button.
function SelectAllFound({ total, limit, select }: NonNullable<Props['allFound']>) {
  if (total > limit) return <span className={css.note}>{t.select.tooMany(limit)}</span>;
  return (
    <UnstyledButton className={css.reset} onClick={select}>
      {t.select.allFound(total)}
    </UnstyledButton>
  );
}

/** Actions for the selected rows, and a button that clears the selection. */
export function SelectionBar({ allFound, onClear, children }: Props) {
  return (
    <>
      {children}
      {allFound && <SelectAllFound {...allFound} />}
      <UnstyledButton className={css.reset} onClick={onClear}>
        {t.select.clear}
      </UnstyledButton>
    </>
  );
}
