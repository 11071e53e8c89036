import type { UseQueryOptions } from '@tanstack/react-query';

/** The menu badge: regional items that wait for the chairman. */
export const waitingCount: UseQueryOptions<number> = {
  queryKey: ['news', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countWaiting(signal),
};
