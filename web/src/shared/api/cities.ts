import { queryOptions } from '@tanstack/react-query';
import { answer } from './answer';
import { http } from './client';
import type { CitySource } from './useCitySearch';

/** All cities: names for the uuids that an address holds. They hardly ever change. */
export const citiesQuery = queryOptions({
  queryKey: ['catalog', 'cities'],
  queryFn: ({ signal }) => answer(http.GET('/v1/city', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every city of the catalogue, by a part of the name: at most twenty, the best first. */
export const allCities: CitySource = {
  key: 'all',
  find: async (nameCity, signal) => {
    const found = await answer(http.PUT('/v1/city', { body: { nameCity }, signal }));
    return found.map(({ uuid, name }) => ({ value: uuid, label: name }));
  },
};
