import { type AnyRouter, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

type How = {
  /** Ignores unsaved changes: their object is deleted. */
  anyway?: boolean;
};

/** Goes back once per page: two quick clicks do not skip a page. */
export function useBackOnce() {
  const router: AnyRouter = useRouter();
  const going = useRef(false);
  return ({ anyway: ignoreBlocker = false }: How = {}) => {
    const { history, state, latestLocation } = router;
    const shown = state.resolvedLocation;
    const isLeft = shown !== undefined && shown.href !== latestLocation.href;
    if (going.current || isLeft) return;
    going.current = true;
    // Called after the navigation, or if the operator chose to stay.
    const stop = history.subscribe(() => {
      going.current = false;
      stop();
    });
    history.back({ ignoreBlocker });
  };
}

/** Goes back in history, so that a list keeps its page, search and filters; without history, up. */
export function useGoBack(to: string) {
  const { navigate } = useRouter();
  const back = useBackOnce();
  const canGoBack = useCanGoBack();
  return (how: How = {}) =>
    canGoBack ? back(how) : void navigate({ href: to, replace: true, ignoreBlocker: how.anyway });
}
