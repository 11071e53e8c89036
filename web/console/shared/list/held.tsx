import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { DialogSubject, type Subject } from '../ui/subject';

type Held = { hold: Subject['hold']; isThere: (id: string) => boolean };

/** The rows that dialogs inside a list may be about. */
export const HeldRows = createContext<Held | null>(null);

/**
 * The rows to show. While a dialog inside the list is open they stay as they are: a reload would remove the row, and the
 * dialog with it.
 */
export function useHeldRows<Row>(fresh: readonly Row[] | undefined, id: (row: Row) => string) {
  const [holds, setHolds] = useState(0);
  const shown = useRef(fresh);
  if (holds === 0) shown.current = fresh;
  const hold = useCallback(() => {
    setHolds((now) => now + 1);
    return () => setHolds((now) => now - 1);
  }, []);
  const present = fresh && new Set(fresh.map(id));
  const held: Held = { hold, isThere: (one) => present?.has(one) ?? true };
  return { rows: shown.current, held };
}

/** Tells the dialogs inside which rows they are about. */
export function AboutRows({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const held = useContext(HeldRows);
  const subject = held && { hold: held.hold, gone: !ids.every(held.isThere) };
  return <DialogSubject value={subject}>{children}</DialogSubject>;
}
