import type { ReactNode } from 'react';
import css from './MouseOnly.module.css';

/** A hint about the mouse, such as drag and drop; hidden on touch screens. */
export const MouseOnly = ({ children }: { children: ReactNode }) => (
  <span className={css.mouse}>{children}</span>
);
