import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './codes.module.css';
import { t } from './texts';

/** A QR code as a single SVG path. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 0 });
    const rows = code.data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
    );
    return { size: code.size, path: rows.join('') };
  }, [text]);
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
