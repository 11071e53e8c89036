import { useId } from 'react';
import { t } from '../texts';
import css from './Meter.module.css';
import { usedShare } from './rules';

type Props = { used: number; remaining: number };

/** How many of the codes are taken, in words and as a bar. */
export function Meter({ used, remaining }: Props) {
  const id = useId();
  const share = usedShare(used, remaining);
  return (
    <div className={css.box}>
      <p id={id} className={css.words}>
        {t.codes.meter(used, used + remaining)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers style <meter> differently */}
      <div
        className={css.meter}
        role="meter"
        aria-labelledby={id}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
