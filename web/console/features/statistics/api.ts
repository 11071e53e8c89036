import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../../shared/api/client';
import type { components } from '../../shared/api/schema.gen';
import { asPage, type PageOf } from '../../shared/list/query';
import { type Period, rating, sortFields, type View } from './rules';

type Schemas = components['schemas'];

/** A total with its change. */
export type Tile = Schemas['StatisticsTileWire'];

/** A partner in the rating. */
export type Rated = Schemas['StatisticsRatedWire'];

const keys = {
  tiles: (period: Period) => ['statistics', 'tiles', period],
  rating: (view: View) => ['statistics', 'rating', view],
};

/** The totals. Those of the previous period stay visible while the next load. */
export const tilesQuery = (period: Period) =>
  queryOptions({
    queryKey: keys.tiles(period),
    queryFn: ({ signal }) =>
      answer(http.GET('/v2/statistics', { params: { header: { 'X-Period': period } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Cursor of the rating: how many rows are loaded, and the last of them. */
interface Start {
  shown: number;
  last?: Rated;
}

const cursorHeaders = ({ shown, last }: Start) => ({
  'X-Offset': shown,
  ...(last && { 'X-After-Value': last.value, 'X-After-Partner': last.uuidPartner }),
});

/** The rating, paged by cursor: new views between two pages neither repeat nor skip a partner. */
export const ratingQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: keys.rating(view),
    queryFn: ({ pageParam, signal }): Promise<PageOf<Rated>> =>
      asPage(
        http.GET('/v2/statistics/partner', {
          params: {
            header: {
              ...cursorHeaders(pageParam),
              'X-Limit': rating.batch,
              'X-Sort-Field': sortFields[view.by],
              'X-Sort-Direction': view.direction,
              'X-Period': view.period,
            },
          },
          signal,
        }),
      ),
    initialPageParam: { shown: 0 } as Start,
    getNextPageParam: ({ rows, total }, _pages, { shown }): Start | undefined => {
      const next = { shown: shown + rows.length, last: rows.at(-1) };
      return next.last && next.shown < total ? next : undefined;
    },
    placeholderData: keepPreviousData,
  });
