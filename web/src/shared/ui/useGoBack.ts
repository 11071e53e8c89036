import { type AnyRouter, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

type How = {
  /** Also with unsaved changes: what they belong to is gone. */
  anyway?: boolean;
};

/** Goes back in history once for each page: two quick presses do not leave two pages. */
export function useBackOnce() {
  const router: AnyRouter = useRouter();
  const going = useRef(false);
  return ({ anyway: ignoreBlocker = false }: How = {}) => {
    const { history, state, latestLocation } = router;
    const shown = state.resolvedLocation;
    const isLeft = shown !== undefined && shown.href !== latestLocation.href;
    if (going.current || isLeft) return;
    going.current = true;
    // Told when the browser has gone back, or when the leave question was answered with staying.
    const stop = history.subscribe(() => {
      going.current = false;
      stop();
    });
    history.back({ ignoreBlocker });
  };
}

/** Leads back in history, not up: a list comes back with its page, search and filters. Up where there is no history. */
export function useGoBack(to: string) {
  const { navigate } = useRouter();
  const back = useBackOnce();
  const canGoBack = useCanGoBack();
  return (how: How = {}) =>
    canGoBack ? back(how) : void navigate({ href: to, replace: true, ignoreBlocker: how.anyway });
}
