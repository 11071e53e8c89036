import css from './line.module.css';
import { linePoints, monthEnds, type Period } from './rules';
import { t } from './texts';

type Props = { series: readonly number[]; period: Period };

/** How a number moved over the year, as a small line. Each of its points says its value when pointed at. */
export function Line({ series, period }: Props) {
  const points = linePoints(series, period);
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const end = points.at(-1);
  const ends = monthEnds(new Date(), series.length);
  const words = period === 'all' ? t.line.point : t.line.span;
  const width = 100 / series.length;
  return (
    <span className={css.box}>
      <svg
        className={css.line}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t.line[period](series)}
      >
        <polygon className={css.area} points={`0,100 ${path} 100,100`} />
        <polyline className={css.stroke} points={path} />
        {ends.map((day, i) => (
          <rect key={day.getTime()} className={css.hit} x={i * width} width={width} height={100}>
            <title>{words(day, series[i] ?? 0)}</title>
          </rect>
        ))}
      </svg>
      {end && <span className={css.end} style={{ top: `${end.y}%` }} />}
    </span>
  );
}
