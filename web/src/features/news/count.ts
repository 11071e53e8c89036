import type { UseQueryOptions } from '@tanstack/react-query';

/** The badge of the menu: how many regional items wait for the chairman. */
export const waitingCount: UseQueryOptions<number> = {
  queryKey: ['news', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countWaiting(signal),
};
