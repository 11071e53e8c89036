import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

/** The place to search around. */
export type Place = {
  /** Near the phone, at these coordinates. */
  near: { at: string; since: number } | null;
  city: { id: string; name: string } | null;
};

const nowhere: Place = { near: null, city: null };
const key = ['place'];
const outdated = 5 * 60_000; // ms

// The place is chosen here and not on the server; the query cache persists it.
const placeQuery = queryOptions({
  queryKey: key,
  meta: { kept: true },
  queryFn: ({ client }): Place => client.getQueryData<Place>(key) ?? nowhere,
});

/** Rounds coordinates to about a hundred metres: enough for distances, too coarse for an address. */
export const coarse = (latitude: number, longitude: number) =>
  `${latitude.toFixed(3)},${longitude.toFixed(3)}`;

const locate = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    if (!navigator.geolocation) return reject(new Error('no geolocation'));
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      maximumAge: outdated,
      timeout: 10_000,
    });
  });

async function isAllowed() {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false; // old browsers do not report the permission, so a tap asks
  }
}

/** The query parameters of a place: coordinates or a city. */
export const whereOf = ({ near, city }: Place) => {
  if (near) return { near: near.at };
  return city ? { city: city.id } : {};
};

/** The same of the place chosen now. */
export const whereNow = (client: QueryClient) =>
  whereOf(client.getQueryData<Place>(key) ?? nowhere);

/** Changes the place. Cards of partners do not name it in their key, so that they open offline anywhere; they are read again. */
export function choosePlace(client: QueryClient, chosen: Place) {
  client.setQueryData(key, chosen);
  void client.invalidateQueries({ queryKey: ['partners', 'card'] });
}

/** The place to search around, and a setter. Permission is only requested on a tap. */
export function usePlace() {
  const client = useQueryClient();
  const { data: place = nowhere } = useQuery(placeQuery);
  const [state, setState] = useState<'known' | 'locating' | 'denied'>('known');
  const choose = useCallback(
    (chosen: Place) => {
      setState('known');
      choosePlace(client, chosen);
    },
    [client],
  );
  const goNear = useCallback(async () => {
    setState('locating');
    try {
      const { coords } = await locate();
      const at = coarse(coords.latitude, coords.longitude);
      choose({ near: { at, since: Date.now() }, city: null });
    } catch {
      setState('denied');
    }
  }, [choose]);
  const since = place.near?.since;
  useEffect(() => {
    if (since === undefined || Date.now() - since < outdated) return;
    void isAllowed().then((isGranted) => {
      if (isGranted) void goNear();
    });
  }, [since, goNear]);
  return { place, choose, goNear, state };
}
