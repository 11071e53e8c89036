import { useQuery } from '@tanstack/react-query';
import { answer } from '../api/answer';
import { http } from '../api/client';
import type { Tiles } from './leaflet';

/** The ground of the maps as the server is set up; plain until that is known, and where there is none. */
export function useTiles(): Tiles | null {
  const { data } = useQuery({
    queryKey: ['catalog', 'map'],
    queryFn: async ({ signal }) => {
      const { tiles, attribution } = await answer(http.GET('/v1/map/config', { signal }));
      return tiles ? { url: tiles, attribution: attribution ?? '' } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
