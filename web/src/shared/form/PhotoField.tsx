import { Button, FileButton, Input } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './PhotoField.module.css';
import { photoTypes } from './photo';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { usePhotoUpload } from './usePhotoUpload';

type Own = {
  label: string;
  description?: string;
  /** The address of the stored picture, and its key: the value that means unchanged. */
  stored: { key: string; address: string } | null;
  /** A wide picture; square unless it is said. */
  wide?: boolean;
};

/** A picture: dropped or picked, shown at once, uploaded with progress, replaced or removed. */
export function PhotoField(props: FieldProps<string> & Own) {
  const { label, description, value, onChange, stored, error, note, name, wide } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const { take, remove, share, refusal, address } = usePhotoUpload(value, onChange);
  const picture = address ?? (stored && stored.key === value ? stored.address : null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const loading = share !== null;
  const words = refusal ?? error;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div
      role="group"
      aria-labelledby={id}
      className={css.field}
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={css.frame} data-wide={wide || undefined}>
        {picture ? (
          <img className={css.picture} src={picture} alt={label} />
        ) : (
          <IconPhoto size={iconSize.lg} stroke={iconStroke} aria-hidden />
        )}
        {loading && (
          <div
            className={css.progress}
            role="progressbar"
            aria-label={t.photo.loading}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${share * 100}%` }} />
          </div>
        )}
      </div>
      <div className={css.words}>
        <span id={id} className={css.label}>
          {label}
        </span>
        <div className={css.buttons}>
          <FileButton onChange={take} accept={photoTypes.join(',')} name={name}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="xs"
                loading={loading}
                leftSection={<IconUpload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
                aria-invalid={error ? true : undefined}
              >
                {value ? t.photo.replace : t.photo.pick}
              </Button>
            )}
          </FileButton>
          {value && !loading && (
            <Button variant="subtle" color="gray" size="xs" onClick={remove}>
              {t.photo.remove}
            </Button>
          )}
        </div>
        <p className={css.hint}>{t.photo.hint}</p>
        {description && <p className={css.hint}>{description}</p>}
        {note && <p className={css.hint}>{t.photo.changed}</p>}
        {words && <Input.Error>{words}</Input.Error>}
      </div>
    </div>
  );
}
