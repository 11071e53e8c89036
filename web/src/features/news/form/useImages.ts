import { useRef, useState } from 'react';
import { asProblem, isAbort } from '../../../shared/api/problem';
import type { Transfer } from '../../../shared/api/upload';
import { uuid } from '../../../shared/api/uuid';
import { photoRefusal } from '../../../shared/form/photo';
import { useUpload } from '../../../shared/form/useUpload';
import { uploadImage } from '../api';
import { t } from '../texts';
import { limits } from './rules';
import { thumbnail } from './thumbnail';
import type { ImageValue } from './values';

type Images = readonly ImageValue[];

// The server says in words what is wrong with a picture; anything else is the specification's sentence.
const spoken = new Set([413, 415, 422]);

function whyFailed(thrown: unknown): string {
  const { status, detail } = asProblem(thrown);
  return spoken.has(status) && detail ? detail : t.images.failed;
}

/** A file that has been taken and stands in the form without a key. */
type Taken = { id: string; file: File };

/** Uploads images into a form, one after another: refused before they are sent, their progress told. */
export function useImages(value: Images, onChange: (value: Images) => void) {
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({});
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const upload = useUpload();
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  const change = (next: (images: Images) => Images) => {
    const images = next(latest.current.value);
    latest.current.value = images; // several may end before the form has drawn the first
    latest.current.onChange(images);
  };
  const refuse = (file: File, why: string) =>
    setRefusals((now) => [...now, t.images.refused(file.name, why)]);

  const send = async ({ id, file }: Taken, { signal }: Transfer) => {
    if (!latest.current.value.some((one) => one.id === id)) return; // removed before its turn
    const onProgress = (share: number) => setShares((now) => ({ ...now, [id]: share }));
    try {
      const { keyFile, link } = await uploadImage(file, { onProgress, signal });
      const address = (await thumbnail(file)) || link;
      change((now) => now.map((one) => (one.id === id ? { ...one, key: keyFile, address } : one)));
    } catch (thrown) {
      if (isAbort(thrown)) throw thrown;
      change((now) => now.filter((one) => one.id !== id));
      refuse(file, whyFailed(thrown));
    }
  };

  const take = async (files: readonly File[]) => {
    setRefusals([]);
    const taken: Taken[] = [];
    for (const file of files) {
      const full = latest.current.value.length + taken.length >= limits.images;
      const why = full ? t.images.tooMany : photoRefusal(file);
      if (why) refuse(file, why);
      else taken.push({ id: uuid(), file });
    }
    setNames((now) => ({ ...now, ...Object.fromEntries(taken.map((t) => [t.id, t.file.name])) }));
    change((now) => [
      ...now,
      ...taken.map(({ id }) => ({ id, key: null, address: '', loose: true })),
    ]);
    await upload.send(taken, send).catch(() => undefined); // the form was left
  };

  return {
    take,
    refusals,
    /** 0 to 1 while a file is on the way. */
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
