import { useLayoutEffect, useRef } from 'react';

type Options = {
  /** Not while the keys are turned off. */
  enabled?: boolean;
  /** Before the focused element. */
  capture?: boolean;
};

/**
 * Listens to the keys of the window. A layout effect: a normal one runs after the screen has been painted, and on a slow
 * machine a key pressed on a screen that is already visible would be lost.
 */
export function useListening(
  press: (event: KeyboardEvent) => void,
  { enabled = true, capture = false }: Options = {},
) {
  const latest = useRef(press);
  latest.current = press;
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', listen, { capture });
    return () => removeEventListener('keydown', listen, { capture });
  }, [enabled, capture]);
}
