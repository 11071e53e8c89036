import type { ComponentType } from 'react';
import { isCodeMissing } from '../api/problem';
import { tellWhenSlow } from '../api/slow';
import { hasUnsaved } from '../form/unsaved';

// A document this young (ms) is of the version that the server runs: reloading it would only go round.
const youngest = 60_000;

// Style sheets that did not come. Such errors do not bubble, and the sheet itself does not tell.
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

// Vite asks for a style sheet once, and takes one that did not come for there: it is put in again.
const askForStylesAgain = () => Promise.all([...lost].map(replace));

// The server answers and yet the code does not come: it runs a newer version, which has other files.
async function reloadIfOutdated() {
  if (performance.now() < youngest || hasUnsaved()) return;
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

type State<P> = { Component?: ComponentType<P>; failure?: unknown; busy: boolean };

/** The code of a component: whether it is here, and how to fetch it, as often as it takes. */
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

  /** Fetches the code unless it is here. A failure is kept in the state: whoever only prepares a page need not know. */
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
    /** For somebody who waits for it. */
    demand: async () => {
      await fetchCode();
      if (isCodeMissing(state.failure)) await reloadIfOutdated();
    },
  };
}

/** What componentCode gives. */
export type ComponentCode<P> = ReturnType<typeof componentCode<P>>;
