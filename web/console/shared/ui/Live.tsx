import type { ReactNode } from 'react';
import css from './Live.module.css';

/**
 * A live region. Screen readers announce changes only in a region that existed before its text, so it stays mounted
 * while empty.
 */
export function Live({ children }: { children: ReactNode }) {
  return (
    <div className={css.live} role="status">
      {children}
    </div>
  );
}
