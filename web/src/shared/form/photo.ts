import * as v from 'valibot';
import { t } from './texts';

/** The value of a picture's field while its file is on the way. */
export const uploading = 'uploading';

/** Pictures up to so many bytes are taken (contract §3). */
const largestPhoto = 5 * 1024 * 1024;

/** Types of pictures that are taken. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif'];

/** Why a file is not taken, before anything is sent; null when it is. */
export function photoRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!photoTypes.includes(type)) return t.photo.wrongType;
  if (size === 0) return t.photo.empty;
  return size > largestPhoto ? t.photo.tooLarge : null;
}

/** The key of a stored picture in its address: links are signed anew each time, the key stays. */
export const photoKey = (address: string | null) =>
  address === null ? '' : (address.split('?')[0]?.split('/').at(-1) ?? '');

/** A picture: a key, or empty for none. */
export const photoSchema = v.pipe(
  v.string(),
  v.check((value) => value !== uploading, t.photo.wait),
);
