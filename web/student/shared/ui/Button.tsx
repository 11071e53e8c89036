import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './Button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'primary' | 'quiet' | 'danger' | 'link';
  /** The action is running: the button keeps its size and shows progress. */
  busy?: boolean;
  icon?: ReactNode;
};

/** A button. One primary button per screen. */
export function Button({ look = 'primary', busy = false, icon, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={css.button}
      data-look={look}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className={css.busy} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  );
}
