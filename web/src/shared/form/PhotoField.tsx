import { Button, Input } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { FilePick, useFileDrop } from './FilePick';
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
  const { take, remove, share, refusal, address } = usePhotoUpload(value, onChange);
  const picture = address ?? (stored && stored.key === value ? stored.address : null);
  const drop = useFileDrop(take);
  const loading = share !== null;
  const words = refusal ?? error;
  const errorId = `${id}-error`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div role="group" aria-labelledby={id} className={css.field} {...drop}>
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
          <FilePick
            onPick={take}
            accept={photoTypes.join(',')}
            name={name}
            errorId={words ? errorId : undefined}
            variant="default"
            size="xs"
            loading={loading}
            leftSection={<IconUpload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          >
            {value ? t.photo.replace : t.photo.pick}
          </FilePick>
          {value && !loading && (
            <Button variant="subtle" color="gray" size="xs" onClick={remove}>
              {t.photo.remove}
            </Button>
          )}
        </div>
        <p className={css.hint}>{t.photo.hint}</p>
        {description && <p className={css.hint}>{description}</p>}
        {note && <p className={css.hint}>{t.photo.changed}</p>}
        {words && <Input.Error id={errorId}>{words}</Input.Error>}
      </div>
    </div>
  );
}
