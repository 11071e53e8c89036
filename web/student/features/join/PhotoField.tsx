import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useMemo, useState } from 'react';
import { asProblem, unreachable } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { inWords } from '../../shared/api/words';
import { uploaded } from './api';
import type { Photo, PhotoKind } from './draft';
import css from './PhotoField.module.css';
import { shrink } from './picture';
import { t } from './texts';

/** The URL of a photo's preview. */
export function usePhotoUrl(photo: Photo | null): string | undefined {
  const picture = photo?.picture;
  const made = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  useEffect(() => (made ? () => URL.revokeObjectURL(made) : undefined), [made]);
  return made ?? photo?.url;
}

// A picture that cannot be decoded is not a network failure.
const wordsOf = (thrown: unknown) =>
  thrown instanceof DOMException || !(thrown instanceof Error) || thrown.name !== 'Problem'
    ? t.photos.unreadable
    : inWords(thrown);

type PickProps = {
  kind: PhotoKind;
  isCamera: boolean;
  onFile: (file: File) => void;
  busy: boolean;
};

function PickButton({ kind, isCamera, onFile, busy }: PickProps) {
  const id = useId();
  const Icon = isCamera ? IconCamera : IconPhoto;
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = ''; // the same file can be chosen again
    if (file) onFile(file);
  };
  const capture = kind === 'portrait' ? 'user' : 'environment';
  return (
    <label className={css.pick} data-camera={isCamera || undefined} htmlFor={id}>
      <Icon size={22} aria-hidden="true" />
      {isCamera ? t.photos.camera : t.photos.gallery}
      <input
        id={id}
        className={css.file}
        type="file"
        accept="image/jpeg,image/png,image/*"
        capture={isCamera ? capture : undefined}
        disabled={busy}
        aria-label={`${t.photos[kind]}: ${isCamera ? t.photos.camera : t.photos.gallery}`}
        onChange={take}
      />
    </label>
  );
}

type Props = {
  kind: PhotoKind;
  photo: Photo | null;
  onChange: (photo: Photo) => void;
  error?: string | undefined;
};

/** A photo from the camera or the gallery: resized here, stored with the draft, uploaded at once if there is a network. */
export function PhotoField({ kind, photo, onChange, error }: Props) {
  const url = usePhotoUrl(photo);
  const [isLater, setLater] = useState(false);
  const take = useChange({
    mutationFn: async (file: File) => {
      const made: Photo = { picture: await shrink(file) };
      onChange(made);
      setLater(false);
      try {
        onChange(await uploaded(kind, made));
      } catch (thrown) {
        if (asProblem(thrown).status !== unreachable) throw thrown;
        setLater(true);
      }
    },
  });
  const wrong = take.error ? wordsOf(take.error) : error;
  return (
    <section className={css.photo} aria-label={t.photos[kind]} data-wrong={wrong ? '' : undefined}>
      <div className={css.preview} data-kind={kind}>
        {url ? <img src={url} alt={t.photos[kind]} /> : <IconPhoto size={32} aria-hidden="true" />}
      </div>
      <div className={css.about}>
        <h2 className={css.title}>{t.photos[kind]}</h2>
        <p className={css.hint}>{t.photos[`${kind}Hint`]}</p>
        <div className={css.picks}>
          {[true, false].map((isCamera) => (
            <PickButton
              key={String(isCamera)}
              kind={kind}
              isCamera={isCamera}
              busy={take.isPending}
              onFile={(file) => take.mutate(file)}
            />
          ))}
        </div>
        <p role="status" className={css.hint}>
          {take.isPending && t.photos.busy}
          {isLater && !take.isPending && t.photos.later}
        </p>
        {wrong && (
          <p role="alert" className={css.wrong}>
            {wrong}
          </p>
        )}
      </div>
    </section>
  );
}
