import type { UseQueryOptions } from '@tanstack/react-query';

/** The menu badge: waiting applications. Imports the API lazily to keep it out of the sign-in page. */
export const applicationCount: UseQueryOptions<number> = {
  queryKey: ['applications', 'count'],
  queryFn: async ({ signal }) => (await import('./api')).countApplications(signal),
};
