import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { isCodeMissing } from '../api/problem';
import { type ComponentCode, componentCode } from './code';
import { Retry } from './Retry';

type Props<P> = { code: ComponentCode<P>; waiting: ReactNode; given: P };

function Lazy<P extends object>({ code, waiting, given }: Props<P>) {
  const { demand, subscribe, getState } = code;
  const { Component, failure, busy } = useSyncExternalStore(subscribe, getState);
  useEffect(() => {
    void demand();
    addEventListener('online', demand);
    return () => removeEventListener('online', demand);
  }, [demand]);
  if (Component) return <Component {...given} />;
  if (failure === undefined) return waiting;
  if (!isCodeMissing(failure)) throw failure;
  return <Retry error={failure} onRetry={demand} busy={busy} />;
}

/**
 * A component whose code is loaded when it is first needed. React's lazy() and the router's keep a failure for good and
 * take the page with them; this one says what happened in its own place, and tries again when told to or when the
 * network is back.
 */
export const lazily = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
) => {
  const code = componentCode(load);
  return Object.assign((given: P) => <Lazy code={code} waiting={waiting} given={given} />, {
    /** For the router, which fetches the code of a page before it shows it. */
    preload: code.fetch,
  });
};
