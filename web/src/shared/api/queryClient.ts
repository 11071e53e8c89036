import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { ErrorTexts } from '../notice/catalogue';
import { notifyProblem } from '../notice/notices';
import { asProblem, unreachable } from './problem';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen's own words for a failure; 'form' when the form itself shows it. */
      errors?: ErrorTexts | 'form';
    };
  }
}

// Retries once, and only what may pass by itself. Not a timeout: the operator has waited eight seconds already. Not
// without a network: refetchOnReconnect does it.
function mayRetry(failures: number, thrown: unknown): boolean {
  const { status, waited } = asProblem(thrown);
  if (failures >= 1 || waited || !navigator.onLine) return false;
  return status === unreachable || status >= 500;
}

/** The query client: a failed change is told by a notification, a failed query by the place it stands in. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // By default calls are paused without a network and sent when it is back, long after the operator has left
      // the page: a student would be blocked unseen.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true, // off by default with networkMode 'always'
        retry: mayRetry,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (thrown, _variables, _result, { meta }) => {
        if (meta?.errors !== 'form') notifyProblem(thrown, meta?.errors);
      },
    }),
  });
