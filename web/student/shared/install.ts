import { useSyncExternalStore } from 'react';

/** The browser's install prompt: Chromium only. */
type Offer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function change(to: Offer | null) {
  offer = to;
  for (const listener of listeners) listener();
}

/** Keeps the browser's install prompt until the app shows it. */
export function watchInstalling() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as Offer);
  });
  addEventListener('appinstalled', () => change(null));
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

// An iPad reports a Mac, but has a touch screen.
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How the app can be installed: by the browser's prompt, by hand (iPhone), or not at all. */
export type Way = 'prompt' | 'byHand' | null;

const way = (): Way => {
  if (isInstalled()) return null;
  if (offer) return 'prompt';
  return isApple() ? 'byHand' : null;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How the app can be installed on this device. */
export const useInstallWay = () => useSyncExternalStore(subscribe, way);

/** Shows the browser's install prompt. */
export async function install() {
  const asked = offer;
  change(null);
  await asked?.prompt();
}
