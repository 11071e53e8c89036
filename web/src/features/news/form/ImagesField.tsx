import { ActionIcon, Button, FileButton, Input } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
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

/** The images of an item: dropped or picked, shown at once, put in order. The first is the cover. */
export function ImagesField({ value, onChange, error, note }: FieldProps<readonly ImageValue[]>) {
  const use = useImages(value, onChange);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void use.take([...event.dataTransfer.files]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={css.field}
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {value.length > 0 && (
        <ul className={css.tiles} aria-label={t.form.images}>
          {value.map((image, i) => (
            <Tile key={image.id} image={image} i={i} count={value.length} use={use} />
          ))}
        </ul>
      )}
      <div className={css.pick}>
        <FileButton onChange={use.take} accept={photoTypes.join(',')} multiple>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconPhotoPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
              aria-invalid={error ? true : undefined}
            >
              {t.images.add}
            </Button>
          )}
        </FileButton>
        <p className={css.hint}>{t.images.drop}</p>
      </div>
      {note && <p className={css.hint}>{t.form.changedElsewhere}</p>}
      {error && <Input.Error>{error}</Input.Error>}
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
