import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../form/useDraft';
import { getSession } from '../session/session';
import { firstReason, type Reason } from './reason';

/**
 * The reason being chosen. An own reason survives the end of the session, in memory only: it may say something about a
 * person. It is dropped when the dialog closes in any other way.
 */
export function useReason(name: string) {
  const [reason, setReason] = useState<Reason>(firstReason);
  const draft = useDraft<Reason>(
    {
      base: () => firstReason,
      values: reason,
      dirty: reason.text !== '',
      restore: ({ values }) => setReason(values),
      reset: () => setReason(firstReason),
    },
    { draft: `reason/${name}`, personal: true },
  );
  const drop = useRef(draft.drop);
  drop.current = draft.drop;
  useEffect(
    () => () => {
      if (getSession().status === 'in') drop.current();
    },
    [],
  );
  return { reason, setReason, draft };
}
