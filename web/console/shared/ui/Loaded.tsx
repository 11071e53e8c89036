import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ErrorTexts } from '../notice/catalogue';
import { Retry } from './Retry';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Shown until the first answer. */
  skeleton?: ReactNode;
  /** The screen's own texts for a failure. */
  errors?: ErrorTexts;
  children: (data: T) => ReactNode;
};

/** Shows the data of a query, a skeleton while it loads, and a retry button if it failed. Old data outlives a failure. */
export function Loaded<T>({ query, skeleton, errors, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return <Retry error={error} errors={errors} onRetry={() => void refetch()} busy={isFetching} />;
}
