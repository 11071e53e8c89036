import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../api/upload';

/** A running upload: file name and fraction sent, 0 to 1. */
export type Sending = { name: string; share: number };

/** Uploads files one after another. Unmounting aborts silently. */
export function useUpload() {
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  /** Stops at the first failure and rethrows it. */
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
    /** Aborts the running upload; new ones may follow. */
    stop: () => {
      running.current.abort();
      running.current = new AbortController();
      setSending(null);
    },
  };
}
