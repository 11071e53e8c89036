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

/** Where a batch of the rating begins: how many are shown already, and the last of them. */
interface Start {
  shown: number;
  last?: Rated;
}

const goOn = ({ last }: Start) =>
  last ? { 'X-After-Value': last.value, 'X-After-Partner': last.uuidPartner } : {};

/** The rating, batch after batch, each from the last partner on: views that come meanwhile shift nobody. */
export const ratingQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: keys.rating(view),
    queryFn: ({ pageParam, signal }): Promise<PageOf<Rated>> =>
      asPage(
        wholeAnswer(
          http.GET('/v2/statistics/partner', {
            params: {
              header: {
                ...goOn(pageParam),
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
    initialPageParam: { shown: 0 } as Start,
    getNextPageParam: ({ rows, total }, _pages, { shown }): Start | undefined => {
      const next = { shown: shown + rows.length, last: rows.at(-1) };
      return next.last && next.shown < total ? next : undefined;
    },
    placeholderData: keepPreviousData,
  });
