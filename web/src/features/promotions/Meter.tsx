import css from './Meter.module.css';
import { usedShare } from './rules';
import { t } from './texts';

type Props = {
  used: number;
  remaining: number;
  /** There is reason to worry. */
  low?: boolean;
};

/** How much of the codes is taken, as a bar. */
export function Meter({ used, remaining, low }: Props) {
  const share = usedShare(used, remaining);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in its own way
    <div
      className={css.meter}
      role="meter"
      aria-label={t.codes.meter(used, used + remaining)}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
      data-low={low || undefined}
    >
      <span style={{ width: `${share}%` }} />
    </div>
  );
}
