import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Page } from '../api/pages';
import { t } from '../texts';
import { Button } from './Button';
import css from './Feed.module.css';
import { Retry } from './Retry';

/** An infinite query of TanStack Query. */
type Pages<T> = UseInfiniteQueryResult<InfiniteData<Page<T>>>;

const ahead = '600px'; // the next page loads this far before its end is visible
const barrenPages = 4; // pages without items before loading needs a tap

type Props<T> = {
  query: Pages<T>;
  /** Renders an item. */
  children: (item: T) => ReactNode;
  keyOf: (item: T) => string;
  /** The words while all loaded pages are empty and more follow. */
  noneYet?: ReactNode;
  /** The skeleton. */
  skeleton: ReactNode;
  /** The empty state. */
  empty: ReactNode;
};

// Loads the next page when the end of the list is near; the button remains for people who cannot scroll.
function More<T>({ query, shown }: { query: Pages<T>; shown: number }) {
  const place = useRef<HTMLDivElement>(null);
  const barren = useRef({ shown, pages: 0 });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, data } = query;
  const count = data?.pages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that shows nothing moves nothing, so look again
  useEffect(() => {
    const known = barren.current;
    barren.current = { shown, pages: known.shown === shown ? known.pages + 1 : 0 };
    const isTired = barren.current.pages > barrenPages || isFetchNextPageError;
    if (!place.current || isTired || isFetchingNextPage) return;
    const watcher = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void fetchNextPage(),
      { rootMargin: `0px 0px ${ahead} 0px` },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [count, isFetchingNextPage, isFetchNextPageError]);
  if (!hasNextPage) return null;
  return (
    <div ref={place} className={css.more}>
      {isFetchNextPageError && <p role="alert">{t.moreFailed}</p>}
      <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? t.retry : t.more}
      </Button>
    </div>
  );
}

/** A list with infinite scroll. */
export function Feed<T>({ query, children, keyOf, noneYet, skeleton, empty }: Props<T>) {
  const { data, error, refetch, isFetching, hasNextPage, isPlaceholderData } = query;
  if (!data) return error ? <Retry error={error} onRetry={refetch} busy={isFetching} /> : skeleton;
  const items = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {items.length > 0 && (
        <ul className={css.list} aria-busy={isPlaceholderData}>
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      {items.length === 0 && (hasNextPage ? noneYet : empty)}
      <More query={query} shown={items.length} />
    </>
  );
}
