import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Seen = { id: string; entry: string | undefined };

// The row last opened of each list, and the history entry that the list stood in.
const seen = new Map<string, Seen>();

type Entry = { __TSR_key?: string };

/** Remembers which card of a list is being looked at. */
export function markSeen(path: string, id: string) {
  const entry = seen.get(path)?.entry;
  seen.set(path, { id, entry });
}

/** The row last opened; when the list is come back to, it is brought into sight. */
export function useSeen(path: string, ready: boolean) {
  const { history } = useRouter();
  const entry = (history.location.state as Entry).__TSR_key;
  const [before] = useState(() => seen.get(path));
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
    seen: returned ? before.id : undefined,
    open: (id: string) => seen.set(path, { id, entry }),
  };
}
