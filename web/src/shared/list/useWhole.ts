import { useState } from 'react';
import type { ListQuery } from './query';
import type { Selection } from './useSelection';

type Of = { query: Pick<ListQuery, 'body'>; total: number; limit: number };

/**
 * Whether not only the ticked rows of the page are meant but all that the list finds. It is offered when the whole page is
 * ticked, and ends with the page's ticks or with another question to the list.
 */
export function useWhole(
  { ids, all }: Pick<Selection, 'ids' | 'all'>,
  { query, total, limit }: Of,
) {
  const asked = JSON.stringify(query.body);
  const [meant, setMeant] = useState<string | null>(null);
  if (meant !== null && (!all || meant !== asked)) setMeant(null);
  const selected = meant === asked && all;
  const possible = limit > 0 && all && !selected && total > ids.length;
  return {
    selected,
    offer: possible ? { total, limit, select: () => setMeant(asked) } : undefined,
  };
}
