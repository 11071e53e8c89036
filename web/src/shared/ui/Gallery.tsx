import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import css from './Gallery.module.css';
import { lazily } from './lazily';

const Lightbox = lazily(() => import('./Lightbox').then((file) => file.Lightbox));

/** A picture of a gallery. */
export type Picture = { id: string; address: string; alt: string };

type Props = {
  label: string;
  pictures: readonly Picture[];
  /** What can be done with a picture, under it. */
  actions?: (picture: Picture, i: number) => ReactNode;
  /** Tiles before the pictures: one that adds, or one that is on its way. */
  before?: ReactNode;
};

/** Pictures in a grid; each can be enlarged. */
export function Gallery({ label, pictures, actions, before }: Props) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <ul className={css.grid} aria-label={label}>
        {before}
        {pictures.map((picture, i) => (
          <li key={picture.id} className={css.tile}>
            <UnstyledButton className={css.frame} onClick={() => setShown(i)}>
              <img className={css.picture} src={picture.address} alt={picture.alt} loading="lazy" />
            </UnstyledButton>
            {actions && <div className={css.actions}>{actions(picture, i)}</div>}
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Lightbox pictures={pictures} at={shown} onMove={setShown} onClose={() => setShown(null)} />
      )}
    </>
  );
}
