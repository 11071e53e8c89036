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

// A refusal stays a refusal; only what may pass by itself is tried a second time. A timeout is not: nobody waits
// another eight seconds for the same silence. Nor is a call without a network: it comes back with the network.
function mayRetry(failures: number, thrown: unknown): boolean {
  const { status, waited } = asProblem(thrown);
  if (failures >= 1 || waited || !navigator.onLine) return false;
  return status === unreachable || status >= 500;
}

/** The query client: a failed change is told by a notification, a failed query by the place it stands in. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Never paused: a call without a network fails at once. A paused change would be sent when the network is back,
      // long after the operator has left it.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true, // 'always' turns it off
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
