import { useState } from 'react';

/** Ticked rows of the page that is shown. */
export type Selection = {
  ids: readonly string[];
  some: boolean;
  all: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

const none: readonly string[] = [];

/** The selection of a list: it ends with the rows it was made of. */
export function useSelection(shown: readonly string[]): Selection {
  const [ticked, setTicked] = useState(none);
  const ids = ticked.filter((id) => shown.includes(id));
  const all = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    some: ids.length > 0,
    all,
    has: (id) => ids.includes(id),
    toggle: (id) => setTicked(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => setTicked(all ? none : shown),
    clear: () => setTicked(none),
  };
}
