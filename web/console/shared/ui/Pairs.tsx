import type { ReactNode } from 'react';
import css from './Pairs.module.css';

/** A list of labelled values. */
export function Pairs({ children }: { children: ReactNode }) {
  return <dl className={css.pairs}>{children}</dl>;
}

type Props = { label: string; children: ReactNode; wide?: boolean };

/** One labelled value. */
export function Pair({ label, children, wide }: Props) {
  return (
    <div className={css.pair} data-wide={wide || undefined}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  );
}
