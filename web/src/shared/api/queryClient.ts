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

// A refusal stays a refusal; only what may pass by itself is tried a second time.
function mayRetry(failures: number, thrown: unknown): boolean {
  const { status } = asProblem(thrown);
  return failures < 1 && (status === unreachable || status >= 500);
}

/** The query client: a failed change is told by a notification, a failed query by the place it stands in. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000 } },
    mutationCache: new MutationCache({
      onError: (thrown, _variables, _result, { meta }) => {
        if (meta?.errors !== 'form') notifyProblem(thrown, meta?.errors);
      },
    }),
  });
