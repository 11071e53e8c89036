import { useState } from 'react';

/** Selected rows of the current page. */
export type Selection = {
  ids: readonly string[];
  some: boolean;
  all: boolean;
  /** No row can be selected. */
  none: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Shift+click: applies the new state of this row to all rows since the last toggled one. */
  toggleTo: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
};

const nothing: readonly string[] = [];

/** The rows from one to another, inclusive; only the second if the first is not on the page. */
export function rangeOf(rows: readonly string[], from: string | null, to: string) {
  const [a, b] = [from === null ? -1 : rows.indexOf(from), rows.indexOf(to)];
  return a < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The selection of a list; rows that leave the page leave the selection. */
export function useSelection(shown: readonly string[]): Selection {
  const [ticked, setTicked] = useState(nothing);
  const [last, setLast] = useState<string | null>(null);
  const ids = shown.filter((id) => ticked.includes(id));
  // Removed from the state too: otherwise rows would return selected.
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
