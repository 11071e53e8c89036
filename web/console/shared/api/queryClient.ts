import { MutationCache, QueryClient } from '@tanstack/react-query';
import { mayRetry } from '../../../kit/api/retry';
import type { ErrorTexts } from '../notice/catalogue';
import { notifyProblem } from '../notice/notices';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen's own texts for a failure; 'form' if the form shows it. */
      errors?: ErrorTexts | 'form';
    };
  }
}

/** The query client: a failed mutation shows a notification, a failed query shows its error in place. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // By default calls are paused while offline and sent on reconnect, long after the operator has left
      // the page: a student would be blocked unnoticed.
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
