import type { UseQueryOptions } from '@tanstack/react-query';

/** The badge of the menu: how many reviews wait for a decision. */
export const waitingCount: UseQueryOptions<number> = {
  queryKey: ['reviews', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countWaiting(signal),
};
