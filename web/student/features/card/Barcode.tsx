import { code128 } from './code128';
import css from './codes.module.css';
import { t } from './texts';

const quiet = 10; // modules of quiet zone on each side, as the standard requires

/** The number as Code 128, for tills with their own software. */
export function Barcode({ number }: { number: string }) {
  const widths = code128(number);
  let x = quiet;
  let path = '';
  widths.forEach((width, i) => {
    if (i % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  });
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${x + quiet} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.barcode}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
