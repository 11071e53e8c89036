import { useEffect, useState } from 'react';
import { uploadPhoto } from '../api/photos';
import { asProblem, isAbort } from '../api/problem';
import { inWords } from '../notice/catalogue';
import { photoRefusal, uploading } from './photo';
import { useUpload } from './useUpload';

/** What is uploaded, to be shown in place of the stored picture. */
type Shown = { key: string; address: string };

/** Uploads a picture into a field: refused before it is sent, shown at once, its progress told. */
export function usePhotoUpload(value: string, onChange: (value: string) => void) {
  const { send, sending } = useUpload();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  // What the browser keeps for the preview is freed.
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.address) : undefined), [shown]);

  const take = async ([file]: readonly File[]) => {
    if (!file || sending) return;
    const refused = photoRefusal(file);
    setRefusal(refused);
    if (refused) return;
    const before = value;
    onChange(uploading);
    setShown({ key: uploading, address: URL.createObjectURL(file) });
    try {
      await send([{ file }], async (_, options) => {
        const { keyFile, urlFile } = await uploadPhoto(file, options);
        setShown({ key: keyFile, address: urlFile });
        onChange(keyFile);
      });
    } catch (thrown) {
      if (isAbort(thrown)) return;
      setRefusal(inWords(asProblem(thrown)).text);
      onChange(before);
    }
  };
  return {
    take,
    remove: () => {
      setRefusal(null);
      onChange('');
    },
    /** 0 to 1 while a file is on the way. */
    share: sending?.share ?? null,
    refusal,
    /** The address of what was uploaded here, if that is what the field holds. */
    address: shown?.key === value ? shown.address : null,
  };
}
