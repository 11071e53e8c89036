import { useRef, useState } from 'react';
import { asProblem, isAbort } from '../../../../kit/api/problem';
import { uuid } from '../../../../kit/api/uuid';
import type { Transfer } from '../../../shared/api/upload';
import { photoRefusal } from '../../../shared/form/photo';
import { useUpload } from '../../../shared/form/useUpload';
import { uploadImage } from '../api';
import { t } from '../texts';
import { limits } from './rules';
import { thumbnail } from './thumbnail';
import type { ImageValue } from './values';

type Images = readonly ImageValue[];

// For these the server explains what is wrong with the image; other failures have one text (rules 9.15).
const explained = new Set([413, 415, 422]);

function failureText(thrown: unknown): string {
  const { status, detail } = asProblem(thrown);
  return explained.has(status) && detail ? detail : t.images.failed;
}

/** A file whose image is in the form, still without a key. */
type Pending = { id: string; file: File };

/** The uploads of an images field. */
export type ImagesUpload = ReturnType<typeof useImages>;

/** Uploads images into a form one after another; files that break a rule are refused before the upload. */
export function useImages(value: Images, onChange: (value: Images) => void) {
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({});
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const upload = useUpload();
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  const change = (next: (images: Images) => Images) => {
    const images = next(latest.current.value);
    latest.current.value = images; // several uploads may end before the next render
    latest.current.onChange(images);
  };
  const refuse = (file: File, reason: string) =>
    setRefusals((now) => [...now, t.images.refused(file.name, reason)]);

  const send = async ({ id, file }: Pending, { signal }: Transfer) => {
    if (!latest.current.value.some((one) => one.id === id)) return; // removed before its turn
    const onProgress = (share: number) => setShares((now) => ({ ...now, [id]: share }));
    try {
      const { keyFile: key } = await uploadImage(file, { onProgress, signal });
      const small = await thumbnail(file);
      change((now) => now.map((one) => (one.id === id ? { ...one, key, thumbnail: small } : one)));
    } catch (thrown) {
      if (isAbort(thrown)) throw thrown;
      change((now) => now.filter((one) => one.id !== id));
      refuse(file, failureText(thrown));
    }
  };

  const add = async (files: readonly File[]) => {
    setRefusals([]);
    const pending: Pending[] = [];
    for (const file of files) {
      const full = latest.current.value.length + pending.length >= limits.images;
      const reason = full ? t.images.tooMany : photoRefusal(file);
      if (reason) refuse(file, reason);
      else pending.push({ id: uuid(), file });
    }
    setNames((now) => ({
      ...now,
      ...Object.fromEntries(pending.map(({ id, file }) => [id, file.name])),
    }));
    change((now) => [
      ...now,
      ...pending.map(({ id }) => ({ id, key: null, thumbnail: '', loose: true })),
    ]);
    await upload.send(pending, send).catch(() => undefined); // the form was left
  };

  return {
    add,
    refusals,
    /** The share uploaded, 0 to 1. */
    shareOf: (id: string) => shares[id] ?? 0,
    nameOf: (id: string) => names[id] ?? '',
    remove: (id: string) => change((now) => now.filter((one) => one.id !== id)),
    move: (id: string, step: 1 | -1) =>
      change((now) => {
        const from = now.findIndex((one) => one.id === id);
        const images = [...now];
        const [moved] = images.splice(from, 1);
        if (moved) images.splice(from + step, 0, moved);
        return images;
      }),
  };
}
