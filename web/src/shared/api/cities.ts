import { queryOptions } from '@tanstack/react-query';
import { answer } from './answer';
import { http } from './client';

/** All cities: names for the uuids that an address holds. They hardly ever change. */
export const citiesQuery = queryOptions({
  queryKey: ['catalog', 'cities'],
  queryFn: ({ signal }) => answer(http.GET('/v1/city', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
