import type { UseQueryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from './client';

type Choice = { value: string; label: string };

/** Partner categories as options; cached for the session. */
export const categoriesQuery: UseQueryOptions<readonly Choice[]> = {
  queryKey: ['catalog', 'categories'],
  queryFn: async ({ signal }) => {
    const found = await answer(http.GET('/v1/category', { signal }));
    return found.map(({ uuidCategory, name }) => ({ value: uuidCategory, label: name }));
  },
  staleTime: Number.POSITIVE_INFINITY,
};
