import type { UseQueryOptions } from '@tanstack/react-query';

/** The badge of the menu: how many applications wait. Its call is loaded with it, not with the sign-in page. */
export const applicationCount: UseQueryOptions<number> = {
  queryKey: ['applications', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countApplications(signal),
};
