import css from './months.module.css';
import { columnHeights, monthEnds } from './rules';
import { t } from './texts';

// Width of a column in its month, percent.
const columnWidth = 64;

/** What each 30-day month of the last year added: columns on a zero baseline, each with a tooltip. */
export function Months({ added }: { added: readonly number[] }) {
  const heights = columnHeights(added);
  const highest = Math.max(...added);
  const ends = monthEnds(new Date(), added.length);
  const [first, last] = [ends.at(0), ends.at(-1)];
  const step = 100 / added.length;
  const width = (step * columnWidth) / 100;
  return (
    <span className={css.box}>
      <span className={css.caption}>{highest > 0 ? t.months.caption : t.months.none}</span>
      <svg
        className={css.columns}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t.months.all(added)}
      >
        {ends.map((day, i) => {
          const height = heights[i] ?? 0;
          return (
            <g key={day.getTime()} className={css.month} data-last={day === last || undefined}>
              <rect
                className={css.column}
                x={i * step + (step - width) / 2}
                y={100 - height}
                width={width}
                height={height}
              />
              <rect className={css.hit} x={i * step} width={step} height={100}>
                <title>{t.months.one(day, added[i] ?? 0)}</title>
              </rect>
            </g>
          );
        })}
      </svg>
      <span className={css.scale} aria-hidden>
        <span>{highest > 0 && t.number(highest)}</span>
        <span>0</span>
      </span>
      <span className={css.ends} aria-hidden>
        {first && <span>{t.months.name(first)}</span>}
        {last && <span>{t.months.name(last)}</span>}
      </span>
    </span>
  );
}
