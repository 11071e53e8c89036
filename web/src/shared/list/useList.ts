import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { type ListQuery, type PageOf, toQuery } from './query';
import { isNarrowed, type ListState, type Params, readState, relisted, writeState } from './state';

/** Typing replaces the history entry, everything else makes one. */
type How = 'push' | 'replace';

const rowsQuery = <Row, F extends Filters>(list: ListDefinition<Row, F>, query: ListQuery<F>) => ({
  queryKey: [list.area, 'list', list.path, query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => list.fetch(query, signal),
});

/** The state of a list, which is the address; and its rows, which are the server's. */
export function useList<Row, F extends Filters>(list: ListDefinition<Row, F>) {
  const params: Params = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readState(list, params), [list, params]);
  const query = useMemo(() => toQuery(list, state), [list, state]);
  const idle = list.idle !== undefined && !isNarrowed(list, state);
  const result = useQuery({ ...rowsQuery(list, query), enabled: !idle });

  // The rows last seen stay while others load, and after a failure too.
  const last = useRef<PageOf<Row>>(undefined);
  if (result.data) last.current = result.data;

  const change = useCallback(
    (next: (state: ListState) => ListState, how: How = 'push') =>
      navigate({
        to: '.',
        search: (now: Params) => writeState(list, next(readState(list, now))),
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
    /** Nothing is asked for yet: something else stands in place of the rows. */
    idle,
    /** The rows shown are not those asked for. */
    old: !result.data && last.current !== undefined,
    loading: result.isFetching,
    error: result.error,
    retry: () => void result.refetch(),
    change,
    search,
    /** The search parameters of this list with another page. */
    paramsOf: (page: number) => writeState(list, { ...state, page }),
  };
}
