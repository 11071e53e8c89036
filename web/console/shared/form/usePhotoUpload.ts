import { useEffect, useState } from 'react';
import { asProblem, isAbort } from '../../../kit/api/problem';
import { uploadPhoto } from '../api/photos';
import { inWords } from '../notice/catalogue';
import { photoRefusal, uploading } from './photo';
import { useUpload } from './useUpload';

/** Preview of the uploaded picture. */
type Shown = { key: string; address: string };

/** Uploads a picture into a field: checks it first, previews it, reports progress. */
export function usePhotoUpload(value: string, onChange: (value: string) => void) {
  const { send, sending } = useUpload();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  // Frees the blob of the preview.
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
    /** Progress 0 to 1; null if no upload is running. */
    share: sending?.share ?? null,
    refusal,
    /** The preview URL, if the field still has the uploaded picture. */
    address: shown?.key === value ? shown.address : null,
  };
}
