import { useEffect, useRef, useState } from 'react';
import { uploadPhoto } from '../api/photos';
import { asProblem } from '../api/problem';
import { inWords } from '../notice/catalogue';
import { photoRefusal, uploading } from './photo';

/** What is uploaded, to be shown in place of the stored picture. */
type Shown = { key: string; address: string };

/** Uploads a picture into a field: refused before it is sent, shown at once, its progress told. */
export function usePhotoUpload(value: string, onChange: (value: string) => void) {
  const [share, setShare] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const cancel = useRef<AbortController>(undefined);
  // Left behind with the page: the upload ends, and what the browser keeps for the preview is freed.
  useEffect(() => () => cancel.current?.abort(), []);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.address) : undefined), [shown]);

  const take = async (file: File | null | undefined) => {
    if (!file || share !== null) return;
    const refused = photoRefusal(file);
    setRefusal(refused);
    if (refused) return;
    const before = value;
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    setShare(0);
    onChange(uploading);
    setShown({ key: uploading, address: URL.createObjectURL(file) });
    try {
      const { keyFile, urlFile } = await uploadPhoto(file, { onProgress: setShare, signal });
      setShown({ key: keyFile, address: urlFile });
      onChange(keyFile);
    } catch (thrown) {
      if (signal.aborted) return;
      setRefusal(inWords(asProblem(thrown)).text);
      onChange(before);
    } finally {
      if (!signal.aborted) setShare(null);
    }
  };
  return {
    take,
    remove: () => {
      setRefusal(null);
      onChange('');
    },
    /** 0 to 1 while a file is on the way. */
    share,
    refusal,
    /** The address of what was uploaded here, if that is what the field holds. */
    address: shown?.key === value ? shown.address : null,
  };
}
