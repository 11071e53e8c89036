import { ActionIcon, Input } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FilePick, useFileDrop } from '../../../shared/form/FilePick';
import { photoTypes } from '../../../shared/form/photo';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { MouseOnly } from '../../../shared/ui/MouseOnly';
import { ProgressBar } from '../../../shared/ui/ProgressBar';
import { t } from '../texts';
import css from './images.module.css';
import { type ImagesUpload, useImages } from './useImages';
import type { ImageValue } from './values';

type TileProps = {
  image: ImageValue;
  picture: string | undefined;
  i: number;
  count: number;
  upload: ImagesUpload;
};

function Tile({ image, picture, i, count, upload }: TileProps) {
  const place = i + 1;
  const icon = (Icon: typeof IconX) => <Icon size={iconSize.sm} stroke={iconStroke} />;
  const button = { variant: 'default', size: 28 } as const;
  return (
    <li className={css.tile}>
      <span className={css.frame}>
        {picture && <img className={css.picture} src={picture} alt={t.images.alt(place)} />}
        {image.key === null && (
          <ProgressBar
            className={css.progress}
            label={t.images.loading(upload.nameOf(image.id))}
            share={upload.shareOf(image.id)}
          />
        )}
        {i === 0 && <span className={css.cover}>{t.images.cover}</span>}
      </span>
      <span className={css.tools}>
        <ActionIcon
          {...button}
          aria-label={t.images.earlier(place)}
          disabled={i === 0}
          onClick={() => upload.move(image.id, -1)}
        >
          {icon(IconChevronLeft)}
        </ActionIcon>
        <ActionIcon
          {...button}
          aria-label={t.images.later(place)}
          disabled={place === count}
          onClick={() => upload.move(image.id, 1)}
        >
          {icon(IconChevronRight)}
        </ActionIcon>
        <ActionIcon
          {...button}
          className={css.remove}
          aria-label={t.images.remove(place)}
          onClick={() => upload.remove(image.id)}
        >
          {icon(IconX)}
        </ActionIcon>
      </span>
    </li>
  );
}

// The form clears an error at the next change of its field; this one stays until all uploads have ended.
function useWaitError(value: readonly ImageValue[], error: unknown): boolean {
  const [waiting, setWaiting] = useState(false);
  const pending = value.some(({ key }) => key === null);
  const now = pending && (waiting || Boolean(error));
  if (now !== waiting) setWaiting(now);
  return now;
}

type Props = FieldProps<readonly ImageValue[]> & {
  /** The links of the saved images. */
  stored: readonly { uuidPhoto: string; link: string }[];
};

/** The images of an item, uploaded as soon as they are chosen. The first is the cover. */
export function ImagesField({ value, onChange, error, note, stored }: Props) {
  const id = useId();
  const upload = useImages(value, onChange);
  const message = useWaitError(value, error) ? t.images.wait : error;
  const drop = useFileDrop(upload.add);
  const linkOf = (image: string) => stored.find(({ uuidPhoto }) => uuidPhoto === image)?.link;
  return (
    <div className={css.field} {...drop}>
      {value.length > 0 && (
        <ul className={css.tiles} aria-label={t.form.images}>
          {value.map((image, i) => (
            <Tile
              key={image.id}
              image={image}
              picture={image.thumbnail || linkOf(image.id)}
              i={i}
              count={value.length}
              upload={upload}
            />
          ))}
        </ul>
      )}
      <div className={css.pick}>
        <FilePick
          onPick={upload.add}
          accept={photoTypes.join(',')}
          multiple
          errorId={message ? id : undefined}
          variant="default"
          leftSection={<IconPhotoPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        >
          {t.images.add}
        </FilePick>
        <p className={css.hint}>
          <MouseOnly>{t.images.drop}</MouseOnly> {t.images.hint}
        </p>
      </div>
      {note && <p className={css.hint}>{t.form.changedElsewhere}</p>}
      {message && <Input.Error id={id}>{message}</Input.Error>}
      {upload.refusals.length > 0 && (
        <div role="alert">
          {upload.refusals.map((refusal) => (
            <Input.Error key={refusal}>{refusal}</Input.Error>
          ))}
        </div>
      )}
    </div>
  );
}
