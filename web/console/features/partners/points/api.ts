import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { Problem } from '../../../../kit/api/problem';
import { useDecision, useFormChange } from '../../../shared/api/areaChange';
import type { Body, Complete } from '../../../shared/api/body';
import { http } from '../../../shared/api/client';
import { byOffset } from '../../../shared/api/pages';
import { asPage } from '../../../shared/list/query';
import type { Box } from '../../../shared/map/PointsMap';
import type { Point as Place } from '../../../shared/map/point';
import type { CityPoints } from '../wire';
import { isUnset, toWire } from './hours';
import type { PointValues } from './rules';

// Page sizes (rules 7.9): the card shows 100 cities with five points each, the dialog 40 points of a city.
const cityPage = 100;
const firstPoints = 5;
const pointPage = 40;
const mostPoints = 100; // in one response

type Cities = Awaited<ReturnType<typeof fetchCities>>['rows'];

const fetchCities = (uuid: string, offset: number, signal: AbortSignal) =>
  asPage(
    http.PUT('/v1/salepoint/{uuid}', {
      params: { path: { uuid }, header: { 'X-Offset': offset, 'X-Limit': cityPage } },
      body: { groupByAlphabet: true, limitPoint: firstPoints, emptyCity: false },
      signal,
    }),
  );

// groupByAlphabet decides the shape of the answer; the schema allows both.
const byLetters = (cities: Cities) => cities as CityPoints[];

/** The cities of a partner by name, each with its first points. */
export const citiesQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'points', uuidPartner],
    queryFn: async ({ pageParam, signal }) => {
      const { rows, total } = await fetchCities(uuidPartner, pageParam, signal);
      return { rows: byLetters(rows), total };
    },
    ...byOffset,
  });

/** The points of a partner in a city, grouped by letter. */
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
    getNextPageParam: (last, pages) => {
      const points = pages.flatMap(({ letters }) => letters).flatMap((letter) => letter.points);
      return last.letters.length > 0 && points.length < last.total ? points.length : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** A point as it is now. Throws a 404 if it is gone. */
export async function fetchPoint(uuidPartner: string, uuidCity: string, uuid: string) {
  const path = { uuidPartner, uuidCity };
  for (let offsetPoint = 0; ; offsetPoint += mostPoints) {
    const [city] = byLetters(
      await answer(
        http.PUT('/v1/salepoint/{uuidPartner}/{uuidCity}', {
          params: { path },
          body: { groupByAlphabet: true, limitPoint: mostPoints, offsetPoint },
        }),
      ),
    );
    const points = city?.salePoints.flatMap((letter) => letter.points) ?? [];
    const found = points.find(({ uuidSalePoint }) => uuidSalePoint === uuid);
    if (found) return found;
    if (points.length < mostPoints) throw new Problem(404);
  }
}

/** The points of a partner on the map; within a box if one is given. */
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

/** Places that match an address, best match first. */
export const findPlaces = (q: string, uuidCity: string, signal?: AbortSignal) =>
  answer(http.GET('/v1/geo/search', { params: { query: { q, uuidCity } }, signal }));

/** The centre of a city; null if the geocoder does not know it. */
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

/** The address of a place; null if it has none. */
export const addressAt = async ({ latitude, longitude }: Place): Promise<string | null> => {
  const query = { latitude, longitude };
  return (await answer(http.GET('/v1/geo/reverse', { params: { query } }))).address;
};

// Hours known only as a text are sent back as that text until days are filled in.
const bodyOf = ({ address, hours, place, hoursText }: PointValues) => {
  const keepsText = hoursText !== '' && isUnset(hours);
  return {
    address,
    workTime: keepsText ? hoursText : undefined,
    timeWork: keepsText ? undefined : toWire(hours),
    geo: place,
  } satisfies Complete<Body<'/v2/partner/points/add', 'post'>['salePoints'][number]>;
};

type NewPoints = { uuidPartner: string; uuidCity: string; points: PointValues[]; key: string };

/** Adds points to a city of a partner, all of them or none. */
export const useAddPoints = () =>
  useFormChange('partners', ({ uuidPartner, uuidCity, points, key }: NewPoints) =>
    answer(
      http.POST('/v2/partner/points/add', {
        params: { header: { 'Idempotency-Key': key } },
        body: { uuidPartner, uuidCity, salePoints: points.map(bodyOf) },
      }),
    ),
  );

/** Saves a point. */
export const useSavePoint = () =>
  useFormChange(
    'partners',
    ({ uuidSalePoint, point }: { uuidSalePoint: string; point: PointValues }) =>
      answer(
        http.PUT('/v2/partner/points/edit', {
          body: [{ uuidSalePoint, version: point.version, ...bodyOf(point) }],
        }),
      ),
  );

/** Deletes a point. */
export const useDeletePoint = () =>
  useDecision('partners', (uuid: string) =>
    answer(http.DELETE('/v1/salepoint/{uuid}', { params: { path: { uuid } } })),
  );
