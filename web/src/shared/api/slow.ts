import { useSyncExternalStore } from 'react';

/** A longer wait is told to the operator. */
export const slowAfter = 3000;

let slow = 0;
const listeners = new Set<() => void>();

function change(by: number) {
  slow += by;
  for (const listener of listeners) listener();
}

/** Waits for something that an operator waits for too; one that takes long is told until it ends. */
export async function tellWhenSlow<T>(work: Promise<T>): Promise<T> {
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    change(1);
  }, slowAfter);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (told) change(-1);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server keeps somebody waiting. */
export const useIsSlow = () => useSyncExternalStore(subscribe, () => slow > 0);
