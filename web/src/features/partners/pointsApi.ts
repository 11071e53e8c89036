import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage } from '../../shared/list/query';
import type { Box } from '../../shared/map/PointsMap';
import type { Point as Place } from '../../shared/map/point';
import { isUnset, toWire, type Week } from './hours';

type Schemas = components['schemas'];

/** A trade point. */
export type TradePoint = Schemas['PartnersPointWire'];

/** Points under the first letter of their street. */
export type Letter = Schemas['PartnersLetterWire'];

/** A city of a partner with some of its points. */
export type CityPoints = Omit<Schemas['PartnersCityPointsWire'], 'salePoints'> & {
  salePoints: Letter[];
};

/** A city as the dialogs know it. */
export type City = { uuid: string; name: string };

// Asked for by letters, so it comes by letters; the document of the API allows both.
const byLetters = (cities: Schemas['PartnersCityPointsWire'][]) => cities as CityPoints[];

// Spec §9: the card asks for 100 cities with one point each, the popup for 40 points of a city.
const cityPage = 100;
const pointPage = 40;

/** The cities of a partner by name, each with its first point. */
export const citiesQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'points', uuidPartner],
    queryFn: async ({ pageParam, signal }) => {
      const { rows, total } = await asPage(
        wholeAnswer(
          http.PUT('/v1/salepoint/{uuid}', {
            params: {
              path: { uuid: uuidPartner },
              header: { 'X-Offset': pageParam, 'X-Limit': cityPage },
            },
            body: { groupByAlphabet: true, limitPoint: 1, emptyCity: false },
            signal,
          }),
        ),
      );
      return { rows: byLetters([...rows]), total };
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && shown < last.total ? shown : undefined;
    },
  });

/** The points of a partner in a city by their letters, a part at a time. */
export const addressesQuery = (uuidPartner: string, uuidCity: string, searchString: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'points', uuidPartner, uuidCity, searchString],
    queryFn: async ({ pageParam, signal }) => {
      const [city] = byLetters(
        await answer(
          http.PUT('/v1/salepoint/{uuidPartner}/{uuidCity}', {
            params: { path: { uuidPartner, uuidCity } },
            body: {
              searchString,
              groupByAlphabet: true,
              limitPoint: pointPage,
              offsetPoint: pageParam,
              emptyCity: false,
            },
            signal,
          }),
        ),
      );
      return { letters: city?.salePoints ?? [], total: city?.countSalePoints ?? 0 };
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce(
        (sum, { letters }) => sum + letters.reduce((n, { points }) => n + points.length, 0),
        0,
      );
      return last.letters.length > 0 && shown < last.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** The points of a partner on a part of the map; the whole of it without a part. */
export const mapQuery = (uuidPartner: string, box: Box | null) =>
  queryOptions({
    queryKey: ['partners', 'points', uuidPartner, 'map', box],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v2/partner/points/map/{uuidPartner}', {
          params: { path: { uuidPartner }, query: box ?? {} },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Places that an address may be, the best first. */
export const findPlaces = (q: string, uuidCity: string, signal?: AbortSignal) =>
  answer(http.GET('/v1/geo/search', { params: { query: { q, uuidCity } }, signal }));

/** The middle of a city; null where it is not known, or the geocoder does not answer. */
export const cityCentreQuery = (uuidCity: string) =>
  queryOptions({
    queryKey: ['catalog', 'centre', uuidCity],
    queryFn: async ({ signal }): Promise<Place | null> => {
      const [place] = await findPlaces('', uuidCity, signal);
      return place ? { latitude: place.latitude, longitude: place.longitude } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The address of a place; null where there is none. */
export const addressAt = async ({ latitude, longitude }: Place): Promise<string | null> => {
  const query = { latitude, longitude };
  return (await answer(http.GET('/v1/geo/reverse', { params: { query } }))).address;
};

/** A point as the dialogs hold it. */
export type PointValues = {
  address: string;
  hours: Week;
  place: Place | null;
  /** The hours of a point that are known only as a text: kept until days are filled in. */
  hoursText: string;
};

const bodyOf = ({ address, hours, place, hoursText }: PointValues) => ({
  address,
  ...(hoursText && isUnset(hours) ? { workTime: hoursText } : { timeWork: toWire(hours) }),
  geo: place,
});

type Added = { uuidPartner: string; uuidCity: string; points: PointValues[]; key: string };

/** Adds points to a city of a partner, all of them or none. */
export function useAddPoints() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidPartner, uuidCity, points, key }: Added) =>
      answer(
        http.POST('/v2/partner/points/add', {
          params: { header: { 'Idempotency-Key': key } },
          body: { uuidPartner, uuidCity, salePoints: points.map(bodyOf) },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Changes a point. */
export function useSavePoint() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidSalePoint, point }: { uuidSalePoint: string; point: PointValues }) =>
      answer(http.PUT('/v2/partner/points/edit', { body: [{ uuidSalePoint, ...bodyOf(point) }] })),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Deletes a point. */
export function useDeletePoint() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuid: string) =>
      answer(http.DELETE('/v1/salepoint/{uuid}', { params: { path: { uuid } } })),
    onSettled: () => invalidateArea(client, 'partners'),
  });
}
