import { useEffect } from 'react';

/** Keeps the screen on. */
export function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isHere = true;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock?.request('screen');
        if (!isHere) await lock?.release();
      } catch {
        // A phone in battery saver mode refuses; everything else works.
      }
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isHere = false;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
