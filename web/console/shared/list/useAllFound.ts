import { useState } from 'react';
import type { ListQuery } from './query';
import type { Selection } from './useSelection';

type Found = { query: Pick<ListQuery, 'body'>; total: number; limit: number };

/**
 * "Select all found": extends the selection from the page to all rows that match the filter. It is offered when the
 * whole page is selected, and ends when that selection or the filter changes.
 */
export function useAllFound(
  { ids, all }: Pick<Selection, 'ids' | 'all'>,
  { query, total, limit }: Found,
) {
  const filter = JSON.stringify(query.body);
  const [chosen, setChosen] = useState<string | null>(null);
  if (chosen !== null && (!all || chosen !== filter)) setChosen(null);
  const selected = chosen === filter && all;
  const possible = limit > 0 && all && !selected && total > ids.length;
  return {
    selected,
    offer: possible ? { total, limit, select: () => setChosen(filter) } : undefined,
  };
}
