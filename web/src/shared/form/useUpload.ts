import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../api/upload';

/** A file on its way: its name, and the share sent, 0 to 1. */
export type Sending = { name: string; share: number };

/** Sends files one after another. What is under way ends with the screen, without a word. */
export function useUpload() {
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  /** Stops at the first failure, and throws it. */
  const send = async <T extends { file: File }>(
    items: readonly T[],
    transfer: (item: T, options: Transfer) => Promise<unknown>,
  ) => {
    const { signal } = running.current;
    try {
      for (const item of items) {
        signal.throwIfAborted();
        const onProgress = (share: number) => {
          if (!signal.aborted) setSending({ name: item.file.name, share });
        };
        onProgress(0);
        await transfer(item, { onProgress, signal });
      }
    } finally {
      if (!signal.aborted) setSending(null);
    }
  };
  return {
    send,
    sending,
    /** Ends what is under way; other files may be sent then. */
    stop: () => {
      running.current.abort();
      running.current = new AbortController();
      setSending(null);
    },
  };
}
