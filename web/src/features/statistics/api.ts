import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import type { components } from '../../shared/api/schema.gen';
import { asPage, type PageOf } from '../../shared/list/query';
import { type Period, rating, sortFields, type View } from './rules';

type Schemas = components['schemas'];

/** A number with what it grew by. */
export type Tile = Schemas['StatisticsTileWire'];

/** A partner in the rating. */
export type Rated = Schemas['StatisticsRatedWire'];

const keys = {
  tiles: (period: Period) => ['statistics', 'tiles', period],
  rating: (view: View) => ['statistics', 'rating', view],
};

/** The numbers of the first row. Those of the other period stay while these load. */
export const tilesQuery = (period: Period) =>
  queryOptions({
    queryKey: keys.tiles(period),
    queryFn: ({ signal }) =>
      answer(http.GET('/v2/statistics', { params: { header: { 'X-Period': period } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The rating, batch after batch. */
export const ratingQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: keys.rating(view),
    queryFn: ({ pageParam, signal }): Promise<PageOf<Rated>> =>
      asPage(
        wholeAnswer(
          http.GET('/v2/statistics/partner', {
            params: {
              header: {
                'X-Offset': pageParam,
                'X-Limit': rating.batch,
                'X-Sort-Field': sortFields[view.by],
                'X-Sort-Direction': view.direction,
                'X-Period': view.period,
              },
            },
            signal,
          }),
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) => {
      const next = offset + last.rows.length;
      return last.rows.length > 0 && next < last.total ? next : undefined;
    },
    placeholderData: keepPreviousData,
  });
