import type { ReactNode } from 'react';
import css from './Note.module.css';

type Props = {
  tone?: 'plain' | 'green' | 'amber' | 'red';
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears. */
  alert?: boolean;
};

/** A coloured box with a sentence. */
export function Note({ tone = 'plain', icon, title, children, alert }: Props) {
  return (
    <div className={css.note} data-tone={tone} role={alert ? 'alert' : undefined}>
      {icon && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={css.text}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
