import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './Summary.module.css';
import { t } from './texts';

type Props = {
  /** Given where all that the list finds can be selected. */
  whole?: { total: number; limit: number; select: () => void };
  onClear: () => void;
  children: ReactNode;
};

// More than can be changed at once is told, not offered.
function Whole({ total, limit, select }: NonNullable<Props['whole']>) {
  if (total > limit) return <span className={css.note}>{t.select.tooMany(limit)}</span>;
  return (
    <UnstyledButton className={css.reset} onClick={select}>
      {t.select.whole(total)}
    </UnstyledButton>
  );
}

/** Stands while rows are ticked: what can be done with them, and the way out. */
export function SelectionBar({ whole, onClear, children }: Props) {
  return (
    <>
      {children}
      {whole && <Whole {...whole} />}
      <UnstyledButton className={css.reset} onClick={onClear}>
        {t.select.clear}
      </UnstyledButton>
    </>
  );
}
