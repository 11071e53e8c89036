import { useState } from 'react';

/** Ticked rows of the page that is shown. */
export type Selection = {
  ids: readonly string[];
  some: boolean;
  all: boolean;
  /** There is nothing that could be ticked. */
  none: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Gives all rows from the one toggled last to this one the state that this one gets (Shift). */
  toggleTo: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

const nothing: readonly string[] = [];

/** The rows between two of them, both included; only the second where the first is not among them. */
export function rangeOf(rows: readonly string[], from: string | null, to: string) {
  const [a, b] = [from === null ? -1 : rows.indexOf(from), rows.indexOf(to)];
  return a < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The selection of a list: it ends with the rows it was made of. */
export function useSelection(shown: readonly string[]): Selection {
  const [ticked, setTicked] = useState(nothing);
  const [last, setLast] = useState<string | null>(null);
  const ids = shown.filter((id) => ticked.includes(id));
  // Dropped, not only hidden: otherwise the ticks come back with their rows.
  if (ids.length < ticked.length) setTicked(ids);
  if (last !== null && !shown.includes(last)) setLast(null);
  const all = shown.length > 0 && ids.length === shown.length;
  const turn = (rows: readonly string[], id: string) => {
    const others = ids.filter((one) => !rows.includes(one));
    setTicked(ids.includes(id) ? others : [...others, ...rows]);
    setLast(id);
  };
  return {
    ids,
    some: ids.length > 0,
    all,
    none: shown.length === 0,
    has: (id) => ids.includes(id),
    toggle: (id) => turn([id], id),
    toggleTo: (id) => turn(rangeOf(shown, last, id), id),
    toggleAll: () => setTicked(all ? nothing : shown),
    clear: () => setTicked(nothing),
  };
}
