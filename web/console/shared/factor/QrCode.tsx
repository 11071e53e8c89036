import { renderSVG } from 'uqr';
import css from './factor.module.css';
import { t } from './texts';

/** A QR code, drawn in the browser, so the key is sent nowhere. It stays dark on white in the dark scheme, as scanners expect. */
export function QrCode({ text }: { text: string }) {
  const source = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(text, { border: 4 }))}`;
  return <img className={css.qr} src={source} alt={t.qr} width={196} height={196} />;
}
