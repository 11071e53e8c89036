import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** A page of a list by cursor. */
export type Page<T> = { items: T[]; next: string | null };

type Options<T> = {
  queryKey: QueryKey;
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<T>>;
  kept?: boolean | 'recent';
  enabled?: boolean;
};

const fresh = 2 * 60_000; // ms: a stale list would be refetched page by page

/** An infinite query of a list with cursors. */
export const pagesQuery = <T>({ queryKey, load, kept = false, enabled = true }: Options<T>) =>
  infiniteQueryOptions({
    queryKey,
    enabled,
    meta: { kept },
    staleTime: fresh,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Updates the items of a loaded list. */
export const mapItems = <T>(
  data: InfiniteData<Page<T>, string | undefined> | undefined,
  change: (item: T) => T,
) =>
  data && {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
  };
