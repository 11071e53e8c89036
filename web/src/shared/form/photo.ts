import * as v from 'valibot';
import type { Draft } from '../session/drafts';
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

/** How long the server keeps an uploaded file that no saved form names, ms: a day, less the time to save. */
export const looseLife = 23 * 60 * 60 * 1000;

/** Puts back what a draft cannot bring along: files that were on their way, and those the server has forgotten. */
export const withoutLostUploads =
  <K extends string>(...names: readonly K[]) =>
  <V extends Record<K, string>>(values: V, { at, base }: Draft<V>): V => {
    const forgotten = Date.now() - at > looseLife;
    const lost = names.filter(
      (name) => values[name] === uploading || (forgotten && values[name] !== base[name]),
    );
    return { ...values, ...Object.fromEntries(lost.map((name) => [name, base[name]])) };
  };

/** A picture: a key, or empty for none. */
export const photoSchema = v.pipe(
  v.string(),
  v.check((value) => value !== uploading, t.photo.wait),
);
