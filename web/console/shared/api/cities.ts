import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from './client';
import type { CitySource } from './useCitySearch';

/** All cities, to name the uuids in a URL; cached for the session. */
export const citiesQuery = queryOptions({
  queryKey: ['catalog', 'cities'],
  queryFn: ({ signal }) => answer(http.GET('/v1/city', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Finds cities of the catalogue by part of the name: at most twenty, best match first. */
export const allCities: CitySource = {
  key: 'all',
  find: async (nameCity, signal) => {
    const found = await answer(http.PUT('/v1/city', { body: { nameCity }, signal }));
    return found.map(({ uuid, name }) => ({ value: uuid, label: name }));
  },
};
