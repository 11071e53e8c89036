import { useRef, useState } from 'react';
import { isAbort } from '../../../../kit/api/problem';
import { photoRefusal } from '../../../shared/form/photo';
import { useUpload } from '../../../shared/form/useUpload';
import { notifyDone } from '../../../shared/notice/notices';
import { t } from '../texts';
import { type PhotoTarget, useUploadPhoto } from './api';

/** The uploads of a card. The card owns the queue, so uploads continue when the operator opens another tab. */
export type PhotoQueue = ReturnType<typeof usePhotoQueue>;

/** Uploads photos one after another, with progress; files that break a rule are refused before the upload. */
export function usePhotoQueue() {
  const mutation = useUploadPhoto();
  const { send, sending } = useUpload();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const lastBatch = useRef(Promise.resolve());
  const refuse = (file: File, reason: string) =>
    setRefusals((now) => [...now, t.photos.refused(file.name, reason)]);

  const uploadAll = async (files: readonly File[], target: PhotoTarget) => {
    const left = files.map((file) => ({ file }));
    let done = 0;
    try {
      await send([...left], async ({ file }, options) => {
        await mutation.mutateAsync({ file, target, ...options });
        left.shift();
        done += 1;
      });
    } catch (thrown) {
      if (isAbort(thrown)) return;
      // The mutation has reported the reason; the other files would most likely fail for the same one.
      for (const { file } of left) refuse(file, t.photos.notSent);
    }
    if (done === 0) return;
    const text = done > 1 ? t.photos.addedSeveral(done) : t.photos.added;
    notifyDone(target.replaces ? t.photos.replaced : text);
  };

  const add = (files: readonly File[], target: PhotoTarget) => {
    setRefusals([]);
    for (const file of files) {
      const reason = photoRefusal(file);
      if (reason) refuse(file, reason);
    }
    const accepted = files.filter((file) => photoRefusal(file) === null);
    lastBatch.current = lastBatch.current.then(() => uploadAll(accepted, target));
  };
  return { add, sending, refusals };
}
