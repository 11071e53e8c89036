import css from './bars.module.css';
import type { Bar } from './rules';
import { t } from './texts';

/** Answers of a question as bars, with their shares and, where there is room, counts. */
export function Bars({ bars, counts }: { bars: readonly Bar[]; counts?: boolean }) {
  return (
    <ul className={css.bars}>
      {bars.map(({ key, label, votes, share }) => (
        <li key={key} className={css.bar}>
          <span className={css.words}>
            <span className={css.label} title={label}>
              {label}
            </span>
            <span className={css.numbers}>
              {counts && <span className={css.votes}>{t.poll.votes(votes)}</span>}
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
