import type { ComponentType } from 'react';
import { isCodeMissing } from '../../../kit/api/problem';
import { tellWhenSlow } from '../api/slow';
import { hasUnsaved } from '../form/unsaved';

// A document younger than this (ms) has the server's version: reloading it would loop.
const youngest = 60_000;

// Style sheets that failed to load. The error event does not bubble, and link.sheet does not show the failure.
const lost = new Set<HTMLLinkElement>();
const noteLost = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
};
addEventListener('error', noteLost, { capture: true });

function replace(link: HTMLLinkElement) {
  const again = link.cloneNode() as HTMLLinkElement;
  const settled = new Promise<void>((resolve, reject) => {
    again.onload = () => resolve();
    again.onerror = () => reject(new Error(`Unable to preload CSS for ${link.href}`));
  });
  lost.delete(link);
  link.replaceWith(again);
  return settled;
}

// Vite inserts each style sheet once, even if it failed, so a retry has to insert it again.
const askForStylesAgain = () => Promise.all([...lost].map(replace));

// The server answers but does not have the file: it runs a newer version.
async function reloadIfOutdated() {
  if (performance.now() < youngest || hasUnsaved()) return;
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

type State<P> = { Component?: ComponentType<P>; failure?: unknown; busy: boolean };

/** The code of a component: its state, and functions that fetch it, again after a failure. */
export function componentCode<P>(load: () => Promise<ComponentType<P>>) {
  let state: State<P> = { busy: false };
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function become(next: State<P>) {
    state = next;
    for (const listener of listeners) listener();
  }

  async function run() {
    become({ ...state, busy: true });
    try {
      await askForStylesAgain();
      become({ Component: await load(), busy: false });
    } catch (thrown) {
      become({ failure: thrown, busy: false });
    }
    running = undefined;
  }

  /** Fetches the code once. Never rejects: the state holds the failure, which a preload does not show. */
  const fetchCode = async () => {
    if (state.Component) return;
    running ??= tellWhenSlow(run());
    await running;
  };

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fetch: fetchCode,
    /** Fetches code that is on the screen; reloads the page if this version of the console is outdated. */
    demand: async () => {
      await fetchCode();
      if (isCodeMissing(state.failure)) await reloadIfOutdated();
    },
  };
}

/** Result of componentCode. */
export type ComponentCode<P> = ReturnType<typeof componentCode<P>>;
