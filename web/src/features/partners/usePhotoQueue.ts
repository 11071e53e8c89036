import { useEffect, useRef, useState } from 'react';
import { photoRefusal } from '../../shared/form/photo';
import { notifyDone } from '../../shared/notice/notices';
import { type Aim, useSendPhoto } from './photosApi';
import { t } from './texts';

/** A photo on its way. */
type Sending = { name: string; share: number };

/** Sends photos one after the other: refused before they are sent, their progress told. */
export function usePhotoQueue() {
  const send = useSendPhoto();
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusals, setRefusals] = useState<string[]>([]);
  const cancel = useRef<AbortController>(undefined);
  // Left behind with the tab: what is on its way ends.
  useEffect(() => () => cancel.current?.abort(), []);

  const take = async (files: readonly File[], aim: Aim) => {
    if (sending) return;
    const refused = files.flatMap((file) => {
      const reason = photoRefusal(file);
      return reason ? [t.photos.refused(file.name, reason)] : [];
    });
    setRefusals(refused);
    const good = files.filter((file) => photoRefusal(file) === null);
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    let done = 0;
    for (const file of good) {
      if (signal.aborted) return;
      setSending({ name: file.name, share: 0 });
      const onProgress = (share: number) => setSending({ name: file.name, share });
      try {
        await send.mutateAsync({ file, aim, onProgress, signal });
        done += 1;
      } catch {
        break; // told by the mutation; the next would most likely meet the same
      }
    }
    if (signal.aborted) return;
    setSending(null);
    if (done === 0) return;
    const words = done > 1 ? t.photos.addedSeveral(done) : t.photos.added;
    notifyDone(aim.instead ? t.photos.replaced : words);
  };
  return { take, sending, refusals };
}
