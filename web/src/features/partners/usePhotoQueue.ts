import { useRef, useState } from 'react';
import { isAbort } from '../../shared/api/problem';
import { photoRefusal } from '../../shared/form/photo';
import { useUpload } from '../../shared/form/useUpload';
import { notifyDone } from '../../shared/notice/notices';
import { type Aim, useSendPhoto } from './photosApi';
import { t } from './texts';

/** Photos of a card on their way. It belongs to the card, so that they go on when their tab is left. */
export type PhotoQueue = ReturnType<typeof usePhotoQueue>;

/** Sends photos one after the other: refused before they are sent, their progress told. */
export function usePhotoQueue() {
  const mutation = useSendPhoto();
  const { send, sending } = useUpload();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const before = useRef(Promise.resolve());
  const refuse = (file: File, why: string) =>
    setRefusals((now) => [...now, t.photos.refused(file.name, why)]);

  const sendAll = async (files: readonly File[], aim: Aim) => {
    const left = files.map((file) => ({ file }));
    let done = 0;
    try {
      await send([...left], async ({ file }, options) => {
        await mutation.mutateAsync({ file, aim, ...options });
        left.shift();
        done += 1;
      });
    } catch (thrown) {
      if (isAbort(thrown)) return;
      // Why is told by the mutation; the next one would most likely meet the same.
      for (const { file } of left) refuse(file, t.photos.notSent);
    }
    if (done === 0) return;
    const words = done > 1 ? t.photos.addedSeveral(done) : t.photos.added;
    notifyDone(aim.instead ? t.photos.replaced : words);
  };

  const take = (files: readonly File[], aim: Aim) => {
    setRefusals([]);
    for (const file of files) {
      const reason = photoRefusal(file);
      if (reason) refuse(file, reason);
    }
    const good = files.filter((file) => photoRefusal(file) === null);
    // Files that are dropped meanwhile wait for those on their way.
    before.current = before.current.then(() => sendAll(good, aim));
  };
  return { take, sending, refusals };
}
