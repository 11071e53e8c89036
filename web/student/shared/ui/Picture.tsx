import { useState } from 'react';
import css from './Picture.module.css';

type Props = {
  src: string | null;
  /** The owner's name: its first letter is shown without a picture. */
  name: string;
};

const letters = /[\p{L}\p{N}]/u;

/** The name in quotes is more telling than the kind of business before it. */
const signOf = (name: string) =>
  (letters.exec(name.split(/[«"]/)[1] ?? name)?.[0] ?? '').toUpperCase();

/** A logo; a letter if there is none or it cannot be loaded. */
export function Picture({ src, name }: Props) {
  const [failed, fail] = useState<string>();
  return (
    <span className={css.picture} aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => fail(src)} />
      ) : (
        signOf(name)
      )}
    </span>
  );
}
