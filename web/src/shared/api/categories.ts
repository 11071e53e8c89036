import type { UseQueryOptions } from '@tanstack/react-query';
import { answer } from './answer';
import { http } from './client';

type Choice = { value: string; label: string };

/** Categories of partners, as choices. They hardly ever change. */
export const categoriesQuery: UseQueryOptions<readonly Choice[]> = {
  queryKey: ['catalog', 'categories'],
  queryFn: async ({ signal }) => {
    const found = await answer(http.GET('/v1/category', { signal }));
    return found.map(({ uuidCategory, name }) => ({ value: uuidCategory, label: name }));
  },
  staleTime: Number.POSITIVE_INFINITY,
};
