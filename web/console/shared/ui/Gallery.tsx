import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ComingDialog } from './ComingDialog';
import css from './Gallery.module.css';
import type { Picture } from './Lightbox';
import { lazily } from './lazily';

const Lightbox = lazily(() => import('./Lightbox').then((file) => file.Lightbox), {
  waiting: <ComingDialog />,
});

type Props = {
  label: string;
  pictures: readonly Picture[];
  /** Actions below a picture. */
  actions?: (picture: Picture, i: number) => ReactNode;
};

/** A grid of pictures with a lightbox. */
export function Gallery({ label, pictures, actions }: Props) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <ul className={css.grid} aria-label={label}>
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
