import { t } from '../texts';
import css from './Skeleton.module.css';

/** Placeholder bars of these heights, px. */
export function Skeleton({ bars }: { bars: readonly number[] }) {
  return (
    <div className={css.skeleton} role="status" aria-label={t.loading}>
      {bars.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <span key={i} className={css.bar} style={{ height: `${height}px` }} />
      ))}
    </div>
  );
}
