import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './Summary.module.css';
import { t } from './texts';

type Props = { count: number; onClear: () => void; children: ReactNode };

/** Stands while rows are ticked: how many, what can be done with them, and the way out. */
export function SelectionBar({ count, onClear, children }: Props) {
  return (
    <div className={css.summary} data-selection>
      <span className={css.total} role="status">
        {t.select.count(count)}
      </span>
      {children}
      <UnstyledButton className={css.reset} onClick={onClear}>
        {t.select.clear}
      </UnstyledButton>
    </div>
  );
}
