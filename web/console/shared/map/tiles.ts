import { useQuery } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../api/client';
import type { Tiles } from './leaflet';

/** The map tiles that the server is configured with: undefined while loading, null if there are none. */
export function useTiles(): Tiles | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: ['catalog', 'map'],
    queryFn: async ({ signal }) => {
      const { tiles, attribution } = await answer(http.GET('/v1/map/config', { signal }));
      return tiles ? { url: tiles, attribution: attribution ?? '' } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isLoading ? undefined : (data ?? null);
}
