import type { ReactNode } from 'react';
import css from './Live.module.css';

/**
 * What comes and goes inside is read aloud. Screen readers watch only a region that is there before its text, so this one
 * stays while its content is empty.
 */
export function Live({ children }: { children: ReactNode }) {
  return (
    <div className={css.live} role="status">
      {children}
    </div>
  );
}
