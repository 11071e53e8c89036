import type { ReactNode } from 'react';
import css from './Chips.module.css';

/** A row of chips that scrolls sideways. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={css.row} aria-label={label}>
      {children}
    </fieldset>
  );
}

type Props = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  icon?: ReactNode;
  busy?: boolean;
  children: ReactNode;
};

/** A toggle filter. */
export function Chip({ isOn, onChange, icon, busy, children }: Props) {
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed={isOn}
      aria-busy={busy || undefined}
      onClick={() => onChange(!isOn)}
    >
      <span className={css.body}>
        {icon}
        {children}
      </span>
    </button>
  );
}
