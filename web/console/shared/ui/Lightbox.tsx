import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useListening } from '../keys/useListening';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import { Dialog } from './Dialog';
import css from './Lightbox.module.css';

/** A picture of a gallery. */
export type Picture = { id: string; address: string; alt: string };

type Props = {
  pictures: readonly Picture[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function useArrowKeys(go: (step: number) => void) {
  useListening(({ key }) => {
    const step = steps[key];
    if (step) go(step);
  });
}

/** A picture in full size; arrow keys switch pictures. */
export function Lightbox({ pictures, at, onMove, onClose }: Props) {
  const picture = pictures[at];
  const count = pictures.length;
  const go = (step: number) => onMove((at + step + count) % count);
  useArrowKeys(go);
  // The picture was removed.
  useEffect(() => {
    if (!picture) onClose();
  }, [picture, onClose]);
  if (!picture) return null;
  const arrow = (step: 1 | -1) => {
    const Icon = step === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={step === 1 ? common.nextPicture : common.previousPicture}
        onClick={() => go(step)}
      >
        <Icon size={iconSize.lg} stroke={iconStroke} />
      </ActionIcon>
    );
  };
  return (
    <Dialog onClose={onClose} size="auto" title={picture.alt}>
      <div className={css.box}>
        <img className={css.picture} src={picture.address} alt={picture.alt} />
        {count > 1 && (
          <div className={css.walk}>
            {arrow(-1)}
            <span className={css.place}>{common.pictureOf(at + 1, count)}</span>
            {arrow(1)}
          </div>
        )}
      </div>
    </Dialog>
  );
}
