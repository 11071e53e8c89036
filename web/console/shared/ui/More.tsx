import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { common } from '../texts';
import css from './More.module.css';
import { Retry } from './Retry';

/** What More needs of an infinite query. */
export type NextPage = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

type Props = {
  query: NextPage;
  /** 'Показать ещё' by default. */
  label?: string;
  /** Replaces the default placement, the start of a grid row. */
  className?: string;
};

/** Loads the next page of the list above it; after a failure, shows the reason and a retry button. */
export function More({ query, label = common.more, className = css.more }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  const load = () => void fetchNextPage();
  if (isFetchNextPageError) return <Retry error={error} onRetry={load} busy={isFetchingNextPage} />;
  return (
    <Button variant="default" className={className} loading={isFetchingNextPage} onClick={load}>
      {label}
    </Button>
  );
}
