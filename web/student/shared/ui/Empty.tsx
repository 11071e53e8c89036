import type { ReactNode } from 'react';
import css from './Empty.module.css';

type Props = { icon: ReactNode; title: string; text?: ReactNode; children?: ReactNode };

/** An empty state: the reason and what to do. */
export function Empty({ icon, title, text, children }: Props) {
  return (
    <div className={css.empty}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children}
    </div>
  );
}
