import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { tabParam } from '../links/tab';
import { useUrlSearch } from '../links/usePage';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { type ListQuery, type PageOf, toQuery } from './query';
import { isNarrowed, type ListState, type Params, readState, relisted, writeState } from './state';

/** Typing replaces the history entry, other changes push one. */
type How = 'push' | 'replace';

const rowsQuery = <Row, F extends Filters>(list: ListDefinition<Row, F>, query: ListQuery<F>) => ({
  queryKey: [list.area, 'list', list.path, query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => list.fetch(query, signal),
});

// A list in a tab keeps it open.
const tabOf = ({ [tabParam]: tab }: Params): Record<string, string> =>
  typeof tab === 'string' ? { [tabParam]: tab } : {};

/** The state of a list from the URL, and its rows from the server. */
export function useList<Row, F extends Filters>(list: ListDefinition<Row, F>) {
  const params = useUrlSearch();
  const navigate = useNavigate();
  const state = useMemo(() => readState(list, params), [list, params]);
  const query = useMemo(() => toQuery(list, state), [list, state]);
  const idle = list.idle !== undefined && !isNarrowed(list, state);
  const result = useQuery({ ...rowsQuery(list, query), enabled: !idle });

  // The previous rows stay visible while others load and after a failure.
  const last = useRef<PageOf<Row>>(undefined);
  if (result.data) last.current = result.data;

  const change = useCallback(
    (next: (state: ListState) => ListState, how: How = 'push') =>
      navigate({
        to: '.',
        search: (now: Params) => ({
          ...tabOf(now),
          ...writeState(list, next(readState(list, now))),
        }),
        replace: how === 'replace',
        resetScroll: false,
      }),
    [list, navigate],
  );
  const search = useCallback(
    (text: string) => change((now) => relisted(now, { search: text }), 'replace'),
    [change],
  );

  return {
    state,
    query,
    page: last.current,
    /** Nothing is searched or filtered yet, and the list has other content for that. */
    idle,
    /** The visible rows belong to an earlier request. */
    old: !result.data && last.current !== undefined,
    loading: result.isFetching,
    error: result.error,
    retry: () => void result.refetch(),
    change,
    search,
    /** Search parameters for another page. */
    paramsOf: (page: number) => ({ ...tabOf(params), ...writeState(list, { ...state, page }) }),
  };
}
