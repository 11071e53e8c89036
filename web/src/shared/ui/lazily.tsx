import {
  type ComponentType,
  Fragment,
  type ReactNode,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { isCodeMissing } from '../api/problem';
import { type ComponentCode, componentCode } from './code';
import { Retry } from './Retry';

type Options = {
  /** In its place until it is here. */
  waiting?: ReactNode;
  /** Around the words of a failure; a page has a frame of its own. */
  frame?: ComponentType<{ children: ReactNode }>;
};

type Props<P> = Options & { code: ComponentCode<P>; given: P };

function Lazy<P extends object>({ code, waiting, frame: Frame = Fragment, given }: Props<P>) {
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
  return (
    <Frame>
      <Retry error={failure} onRetry={demand} busy={busy} />
    </Frame>
  );
}

/**
 * A component whose code is loaded when it is first needed. React's lazy() and the router's keep a failure for good and
 * take the page with them; this one says what happened in its own place, and tries again when told to or when the
 * network is back.
 */
export const lazily = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: Options = {},
) => {
  const code = componentCode(load);
  return Object.assign((given: P) => <Lazy code={code} given={given} {...options} />, {
    /** For the router, which fetches the code of a page before it shows it. */
    preload: code.fetch,
  });
};
