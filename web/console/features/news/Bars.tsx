import css from './bars.module.css';
import type { Bar } from './rules';
import { t } from './texts';

/** The answers of a question as bars with counts and shares. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  return (
    <ul className={css.bars}>
      {bars.map(({ key, label, votes, share }) => (
        <li key={key} className={css.bar}>
          <span className={css.words}>
            <span className={css.label} title={label}>
              {label}
            </span>
            <span className={css.numbers}>
              <span className={css.votes}>{t.poll.votes(votes)}</span>
              {t.poll.share(share)}
            </span>
          </span>
          <span className={css.track}>
            <span className={css.fill} style={{ width: `${share}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
