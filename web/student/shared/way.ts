import { useLayoutEffect, useState } from 'react';

// Each history entry stores where it was entered from, which survives a reload. Scroll positions are stored here, by URL.
type Entry = { from?: string } | null;

const places = new Map<string, number>();
let isReturn = false;
let here = '';

const address = () => location.pathname + location.search;

/** Follows the history: distinguishes returns from new visits and stores where each visit came from. */
export function watchHistory() {
  history.scrollRestoration = 'manual'; // the browser would restore before a cached screen has its full height
  here = address();
  addEventListener('popstate', () => {
    isReturn = true;
    here = address();
  });
  addEventListener('pushState', () => {
    isReturn = false;
    const from = here;
    here = address();
    history.replaceState({ ...(history.state as Entry), from }, '');
  });
  addEventListener('replaceState', () => {
    here = address();
  });
}

/** The target of the back arrow: the previous screen, if it belongs to the app. */
export function useCameFrom(otherwise: string): string {
  const [from] = useState(() => (history.state as Entry)?.from);
  return from ?? otherwise;
}

const pathOf = (link: string) => link.split('?', 1)[0];

/** Whether the previous entry is this screen, so that going back restores its state. */
export const isBehind = (link: string) => {
  const from = (history.state as Entry)?.from;
  return from !== undefined && pathOf(from) === pathOf(link);
};

/** Scrolls a screen to its top, or after a return to its old position. */
export function useScrollPlace() {
  const [own] = useState(() => location.pathname);
  useLayoutEffect(() => {
    scrollTo(0, isReturn ? (places.get(address()) ?? 0) : 0);
    const remember = () => {
      if (location.pathname === own) places.set(address(), scrollY);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [own]);
}
