import { useState } from 'react';
import css from './Photos.module.css';
import { Sheet } from './Sheet';

type Props = { urls: readonly string[]; label: (number: number) => string };

/** A strip of photos; a tap enlarges one. Photos that fail to load are hidden. */
export function Photos({ urls, label }: Props) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<number>();
  const shown = urls.filter((url) => !failed.includes(url));
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={css.strip} data-single={shown.length === 1 || undefined}>
        {shown.map((url, i) => (
          <li key={url}>
            <button type="button" className={css.photo} onClick={() => setOpen(i)}>
              <img
                src={url}
                alt={label(i + 1)}
                loading="lazy"
                onError={() => setFailed((before) => [...before, url])}
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Sheet title={label(open + 1)} onClose={() => setOpen(undefined)}>
          <img className={css.large} src={shown[open]} alt={label(open + 1)} />
        </Sheet>
      )}
    </>
  );
}
