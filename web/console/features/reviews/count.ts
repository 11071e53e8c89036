import type { UseQueryOptions } from '@tanstack/react-query';

/** The menu badge: reviews that wait for a decision. */
export const waitingCount: UseQueryOptions<number> = {
  queryKey: ['reviews', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countWaiting(signal),
};
