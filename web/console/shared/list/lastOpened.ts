import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Opened = { id: string; entry: string | undefined };

// The last opened row of each list, and the history entry of the list.
const opened = new Map<string, Opened>();

type Entry = { __TSR_key?: string };

/** Remembers the open card of a list. */
export function markOpened(path: string, id: string) {
  const entry = opened.get(path)?.entry;
  opened.set(path, { id, entry });
}

/** The last opened row; scrolls to it after going back to the list. */
export function useLastOpened(path: string, ready: boolean) {
  const { history } = useRouter();
  const entry = (history.location.state as Entry).__TSR_key;
  const [before] = useState(() => opened.get(path));
  const returned = before !== undefined && before.entry === entry;
  useEffect(() => {
    if (!ready || !returned) return;
    const frame = requestAnimationFrame(() =>
      document.querySelector(`[data-row="${CSS.escape(before.id)}"]`)?.scrollIntoView({
        block: 'nearest',
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [ready, returned, before]);
  return {
    lastOpened: returned ? before.id : undefined,
    open: (id: string) => opened.set(path, { id, entry }),
  };
}
