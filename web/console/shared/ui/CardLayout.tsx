import type { ReactNode } from 'react';
import { common } from '../texts';
import css from './card.module.css';
import { SectionSkeleton } from './SectionSkeleton';

type Props = {
  /** The panel before the content: portrait or logo, reason of the status. */
  start?: ReactNode;
  /** The panel after the content: facts, the author. */
  end?: ReactNode;
  /** Below both, over the full width: tabs. */
  below?: ReactNode;
  /** Last on every card; its own column on wide screens. */
  history?: ReactNode;
  /** The parts are skeletons. In a round no history comes. */
  loading?: boolean | 'round';
  children: ReactNode;
};

/** The layout of every card: a panel, the content, the history. */
export function CardLayout({ start, end, below, history, loading, children }: Props) {
  const past = loading === true ? <SectionSkeleton rows={4} /> : history;
  return (
    <div
      className={css.card}
      data-end={end ? true : undefined}
      {...(loading && { role: 'status', 'aria-busy': true, 'aria-label': common.loading })}
    >
      {start && <div className={css.side}>{start}</div>}
      <div className={css.column}>{children}</div>
      {end && <div className={css.side}>{end}</div>}
      {below && <div className={css.below}>{below}</div>}
      {past && <div className={css.history}>{past}</div>}
    </div>
  );
}
