import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import css from './slider.module.css';
import { t } from './texts';
import type { Item } from './wire';

/** The images of an item in the list, one at a time. */
export function Slider({ item }: { item: Item }) {
  const [at, setAt] = useState(0);
  const count = item.photoUrl.length;
  const place = Math.min(at, count - 1);
  const photo = item.photoUrl[place];
  if (!photo) return null;
  const go = (step: number) => setAt((place + step + count) % count);
  const arrow = (step: 1 | -1) => {
    const Icon = step === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <ActionIcon
        className={css.arrow}
        data-next={step === 1 || undefined}
        variant="default"
        radius="xl"
        size={28}
        aria-label={step === 1 ? common.nextPicture : common.previousPicture}
        onClick={() => go(step)}
      >
        <Icon size={iconSize.md} stroke={iconStroke} />
      </ActionIcon>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={css.slider} role="group" aria-label={t.slider.label(item.title)}>
      <img
        key={photo.uuidPhoto}
        className={css.picture}
        src={photo.link}
        alt={t.slider.alt(item.title, place)}
        loading="lazy"
      />
      {count > 1 && (
        <>
          {arrow(-1)}
          {arrow(1)}
          <span className={css.place}>{common.pictureOf(place + 1, count)}</span>
        </>
      )}
    </div>
  );
}
