import { Button, Input } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { MouseOnly } from '../ui/MouseOnly';
import { ProgressBar } from '../ui/ProgressBar';
import { FilePick, useFileDrop } from './FilePick';
import css from './PhotoField.module.css';
import { photoTypes } from './photo';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { usePhotoUpload } from './usePhotoUpload';

type Own = {
  label: string;
  description?: string;
  /** URL and key of the saved picture; the key is the value of an unchanged field. */
  stored: { key: string; address: string } | null;
  /** A wide preview instead of a square one. */
  wide?: boolean;
};

/** A picture upload with drag-and-drop, preview and progress. */
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
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would get the form's fieldset styles
    <div role="group" aria-labelledby={id} className={css.field} {...drop}>
      <div className={css.frame} data-wide={wide || undefined}>
        {picture ? (
          <img className={css.picture} src={picture} alt={label} />
        ) : (
          <IconPhoto size={iconSize.lg} stroke={iconStroke} aria-hidden />
        )}
        {loading && <ProgressBar className={css.progress} label={t.photo.loading} share={share} />}
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
        <p className={css.hint}>
          <MouseOnly>{t.photo.drop}</MouseOnly> {t.photo.hint}
        </p>
        {description && <p className={css.hint}>{description}</p>}
        {note && <p className={css.hint}>{t.photo.changed}</p>}
        {words && <Input.Error id={errorId}>{words}</Input.Error>}
      </div>
    </div>
  );
}
