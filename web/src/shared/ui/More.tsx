import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Retry } from './Retry';

/** A list that is loaded in parts. */
export type Parts = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

type Props = { query: Parts; className?: string; children: string };

/** The button that loads the next part of a list; after a failure, the reason and a retry. */
export function More({ query, className, children }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  const go = () => void fetchNextPage();
  if (isFetchNextPageError) return <Retry error={error} onRetry={go} busy={isFetchingNextPage} />;
  return (
    <Button variant="default" className={className} loading={isFetchingNextPage} onClick={go}>
      {children}
    </Button>
  );
}
