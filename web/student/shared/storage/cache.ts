import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type InfiniteData,
  type QueryCacheNotifyEvent,
  type QueryClient,
} from '@tanstack/react-query';
import { keep, readKept } from './kept';

const name = 'cache';
const mostRecent = 40;

const isNews = (event: QueryCacheNotifyEvent) =>
  event.type === 'removed' || (event.type === 'updated' && event.action.type === 'success');

type Kept = DehydratedState['queries'][number];

const isList = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

// Only the first page: the others would be refetched one by one at the next start.
const firstPage = (data: unknown) =>
  isList(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data;

// A failed refetch keeps the data, so that a second offline start still finds them.
const known = (query: Kept): Kept => ({
  ...query,
  state: { ...query.state, data: firstPage(query.state.data), status: 'success', error: null },
});

/** The state to write: all kept queries without the older recent ones, and the first page of each list. */
export function keptPart(state: DehydratedState): DehydratedState {
  const old = state.queries
    .filter(({ meta }) => meta?.kept === 'recent')
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(mostRecent);
  const left = state.queries.filter((query) => !old.includes(query));
  return { mutations: [], queries: left.map(known) };
}

/** Restores the stored queries and persists queries with `meta.kept` from now on. */
export async function keepQueries(client: QueryClient) {
  hydrate(client, (await readKept(name)) ?? {});
  // stale, so that they are refetched when shown
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ meta }) => Boolean(meta?.kept),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ meta, state }) => Boolean(meta?.kept) && state.data !== undefined,
    });
    return keep(name, keptPart(state));
  };
  // In the next task, so that simultaneous changes make one write; a delay would lose data when the phone kills the app.
  client.getQueryCache().subscribe((event) => {
    if (event.query.meta?.kept && isNews(event)) timer ??= setTimeout(write);
  });
  addEventListener('pagehide', () => timer && void write());
}
