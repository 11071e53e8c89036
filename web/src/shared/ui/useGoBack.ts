import { type AnyRouter, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

type How = {
  /** Also with unsaved changes: what they belong to is gone. */
  anyway?: boolean;
};

// So long the browser may take to say that it has gone back; until then the router knows nothing of it, ms.
const browserTime = 500;

/** Goes back in history once for each page: two quick presses do not leave two pages. */
export function useBackOnce() {
  const router: AnyRouter = useRouter();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return ({ anyway: ignoreBlocker = false }: How = {}) => {
    const now = performance.now();
    const { resolvedLocation: shown } = router.state;
    const isLeft = shown !== undefined && shown.href !== router.latestLocation.href;
    if (isLeft || now - pressedAt.current < browserTime) return;
    pressedAt.current = now;
    router.history.back({ ignoreBlocker });
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
