import { useLayoutEffect, useState } from 'react';
import { addressAt, type Device, stepAt } from './device';

/** The current content of the QR code and its remaining time. */
export type Live = { address: string; step: number; left: number; length: number };

/** Follows the time steps. A phone that slept catches up when it wakes. */
export function useLive(device: Device): Live | null {
  const [live, setLive] = useState<Live | null>(null);
  // A layout effect: a normal one would cost a slow phone an extra frame.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    const show = async () => {
      clearTimeout(timer);
      const { step, left, length } = stepAt(device);
      timer = setTimeout(show, left + 10);
      const address = await addressAt(device, step);
      if (isHere) setLive({ address, step, left, length });
    };
    const wake = () => document.visibilityState === 'visible' && void show();
    void show();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isHere = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [device]);
  return live;
}
