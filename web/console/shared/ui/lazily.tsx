import {
  type ComponentType,
  Fragment,
  type ReactNode,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { isCodeMissing } from '../../../kit/api/problem';
import { type ComponentCode, componentCode } from './code';
import { Retry } from './Retry';

type Options = {
  /** Shown while it loads. */
  waiting?: ReactNode;
  /** Wraps the error message. */
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
 * A lazily loaded component. React.lazy and lazyRouteComponent cache a failure and break the whole page; this one
 * shows the failure in place and retries on a click or when the network is back.
 */
export const lazily = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: Options = {},
) => {
  const code = componentCode(load);
  return Object.assign((given: P) => <Lazy code={code} given={given} {...options} />, {
    /** Called by the router before it shows a page. */
    preload: code.fetch,
  });
};
