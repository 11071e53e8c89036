import { QueryClient } from '@tanstack/react-query';
import { mayRetry } from '../../../kit/api/retry';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Persisted and shown at once at the next start; of 'recent' queries only the latest. */
      kept?: boolean | 'recent';
    };
  }
}

/** The query client. Nothing is queued: a call without a network fails at once. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true, // off by default with networkMode 'always'
        retry: mayRetry,
        staleTime: 10_000,
        gcTime: Number.POSITIVE_INFINITY, // visited screens open at once
      },
      mutations: { networkMode: 'always' },
    },
  });
