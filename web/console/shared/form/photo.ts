import type { Draft } from '../session/drafts';
import { t } from './texts';

/** The value of a picture field during the upload. */
export const uploading = 'uploading';

/** Maximum size of a picture in bytes (rules 13.2). */
const largestPhoto = 5 * 1024 * 1024;

/** Accepted picture types. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif'];

/** The error of a picture file before the upload; null if it is accepted. */
export function photoRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!photoTypes.includes(type)) return t.photo.wrongType;
  if (size === 0) return t.photo.empty;
  return size > largestPhoto ? t.photo.tooLarge : null;
}

/** The file key in a signed link: the signature changes with each response, the key does not. */
export const photoKey = (address: string | null) =>
  address === null ? '' : (address.split('?')[0]?.split('/').at(-1) ?? '');

/** How long the server keeps an uploaded but unsaved file, ms: a day, less an hour to save the form. */
export const looseLife = 23 * 60 * 60 * 1000;

/** Resets picture fields of a draft whose upload was interrupted or has expired on the server. */
export const withoutLostUploads =
  <K extends string>(...names: readonly K[]) =>
  <V extends Record<K, string>>(values: V, { at, base }: Draft<V>): V => {
    const forgotten = Date.now() - at > looseLife;
    const lost = names.filter(
      (name) => values[name] === uploading || (forgotten && values[name] !== base[name]),
    );
    return { ...values, ...Object.fromEntries(lost.map((name) => [name, base[name]])) };
  };
