import { useSyncExternalStore } from 'react';

/** Calls longer than this (ms) show a notice. */
export const slowAfter = 3000;

let slow = 0;
const listeners = new Set<() => void>();

function change(by: number) {
  slow += by;
  for (const listener of listeners) listener();
}

/** Passes a promise through and shows the slow-server notice from the third second until it settles. */
export async function tellWhenSlow<T>(work: Promise<T>): Promise<T> {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    change(1);
  }, slowAfter);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (counted) change(-1);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any call is slow right now. */
export const useIsSlow = () => useSyncExternalStore(subscribe, () => slow > 0);
