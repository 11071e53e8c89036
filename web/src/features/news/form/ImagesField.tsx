import { ActionIcon, Input } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FilePick, useFileDrop } from '../../../shared/form/FilePick';
import { photoTypes } from '../../../shared/form/photo';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { t } from '../texts';
import css from './images.module.css';
import { useImages } from './useImages';
import type { ImageValue } from './values';

type Use = ReturnType<typeof useImages>;
type TileProps = { image: ImageValue; i: number; count: number; use: Use };

function Progress({ image, use }: { image: ImageValue; use: Use }) {
  const share = Math.round(use.shareOf(image.id) * 100);
  return (
    <span
      className={css.progress}
      role="progressbar"
      aria-label={t.images.loading(use.nameOf(image.id))}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${share}%` }} />
    </span>
  );
}

function Tile({ image, i, count, use }: TileProps) {
  const place = i + 1;
  const icon = (Icon: typeof IconX) => <Icon size={iconSize.sm} stroke={iconStroke} />;
  const given = { variant: 'default', size: 28 } as const;
  return (
    <li className={css.tile}>
      <span className={css.frame}>
        {image.address && (
          <img className={css.picture} src={image.address} alt={t.images.alt(place)} />
        )}
        {image.key === null && <Progress image={image} use={use} />}
        {i === 0 && <span className={css.cover}>{t.images.cover}</span>}
      </span>
      <span className={css.tools}>
        <ActionIcon
          {...given}
          aria-label={t.images.earlier(place)}
          disabled={i === 0}
          onClick={() => use.move(image.id, -1)}
        >
          {icon(IconChevronLeft)}
        </ActionIcon>
        <ActionIcon
          {...given}
          aria-label={t.images.later(place)}
          disabled={place === count}
          onClick={() => use.move(image.id, 1)}
        >
          {icon(IconChevronRight)}
        </ActionIcon>
        <ActionIcon
          {...given}
          className={css.remove}
          aria-label={t.images.remove(place)}
          onClick={() => use.remove(image.id)}
        >
          {icon(IconX)}
        </ActionIcon>
      </span>
    </li>
  );
}

// The form drops an error at the next change of its field; this one holds until the last file has come.
function useWaiting(value: readonly ImageValue[], error: unknown): boolean {
  const [waiting, setWaiting] = useState(false);
  const pending = value.some(({ key }) => key === null);
  const now = pending && (waiting || Boolean(error));
  if (now !== waiting) setWaiting(now);
  return now;
}

/** The images of an item: dropped or picked, shown at once, put in order. The first is the cover. */
export function ImagesField({ value, onChange, error, note }: FieldProps<readonly ImageValue[]>) {
  const id = useId();
  const use = useImages(value, onChange);
  const words = useWaiting(value, error) ? t.images.wait : error;
  const drop = useFileDrop(use.take);
  return (
    <div className={css.field} {...drop}>
      {value.length > 0 && (
        <ul className={css.tiles} aria-label={t.form.images}>
          {value.map((image, i) => (
            <Tile key={image.id} image={image} i={i} count={value.length} use={use} />
          ))}
        </ul>
      )}
      <div className={css.pick}>
        <FilePick
          onPick={use.take}
          accept={photoTypes.join(',')}
          multiple
          errorId={words ? id : undefined}
          variant="default"
          leftSection={<IconPhotoPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        >
          {t.images.add}
        </FilePick>
        <p className={css.hint}>{t.images.drop}</p>
      </div>
      {note && <p className={css.hint}>{t.form.changedElsewhere}</p>}
      {words && <Input.Error id={id}>{words}</Input.Error>}
      {use.refusals.length > 0 && (
        <div role="alert">
          {use.refusals.map((words) => (
            <Input.Error key={words}>{words}</Input.Error>
          ))}
        </div>
      )}
    </div>
  );
}
