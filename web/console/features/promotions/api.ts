import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import type { Body, Complete } from '../../shared/api/body';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { byOffset } from '../../shared/api/pages';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { PromotionChange } from './form/rules';
import type { PromotionFilter } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: PromotionFilter };

/** A page of promotions. */
export const listPromotions = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/stock', { params: { header }, body, signal }));

/** Begins the export of the list. */
export const exportPromotions = async ({ header, body }: Query, purpose: string) =>
  (await answer(http.POST('/v1/stock/export', { params: { header }, body: { ...body, purpose } })))
    .uuidExport;

/** A promotion's place in the list. */
export const promotionNeighbours = neighboursAt('/v1/stock/neighbours/{uuidStock}');

/** Cities of partners, by a part of the name, or the frequent ones: the city of a promotion is that of its partner. */
export const findPromotionCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/partner/filter/cities', {
      body: searchString ? { searchString } : { frequent: true },
      signal,
    }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

const tilesPerPage = 24;

/** The promotions of a partner, newest first. */
export const ofPartnerQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['promotions', 'ofPartner', uuidPartner],
    queryFn: ({ pageParam, signal }) =>
      listPromotions(
        {
          header: {
            'X-Offset': pageParam,
            'X-Limit': tilesPerPage,
            'X-Sort-Field': 'idStock',
            'X-Sort-Direction': 'DESC',
          },
          body: { uuidPartner },
        },
        signal,
      ),
    ...byOffset,
  });

/** A promotion's card. */
export const cardQuery = cardQueries('promotions', 'promotion', '/v1/stock/{uuidStock}');

/** A promotion's history. */
export const historyQuery = historyQueries('promotions', '/v1/audit/stock/{uuidStock}');

/** The partner that a promotion is added to. */
export const partnerQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: ['promotions', 'partner', uuidPartner],
    queryFn: ({ signal }) =>
      answer(http.GET('/v2/partner/{uuidPartner}', { params: { path: { uuidPartner } }, signal })),
  });

type Move = {
  uuidStock: string;
  /** Of the open card. The list has none: there the server only checks the status. */
  version?: string;
  /** Why it is blocked; null unblocks it. */
  reason: string | null;
};

/** Blocks a promotion for a reason; without one, unblocks it. */
export const useMove = () =>
  useDecision('promotions', ({ uuidStock, version, reason }: Move) =>
    answer(
      http.PUT('/v1/stock/{uuidStock}/status', {
        params: { path: { uuidStock }, header: { 'If-Match': version } },
        body: { status: reason === null ? 'active' : 'blocked', reasonBlocked: reason ?? '' },
      }),
    ),
  );

const formBody = ({ name, description, dateBegin, dateEnd, winLimit, file }: PromotionChange) =>
  ({
    name,
    description,
    dateBegin,
    dateEnd,
    // null means "no limit" (rules 8.2), but the generated type only knows "absent".
    winLimit: winLimit as number,
    fileUrl: file || undefined,
  }) satisfies Complete<Body<'/v1/stock/{uuidStock}', 'put'>>;

type NewPromotion = { uuidPartner: string; change: PromotionChange; key: string };

/** Creates a promotion of a partner. A repeated attempt with the same key creates no second one. */
export const useCreatePromotion = () =>
  useFormChange('promotions', ({ uuidPartner, change, key }: NewPromotion) =>
    answer(
      http.POST('/v1/stock', {
        params: { header: { 'Idempotency-Key': key } },
        body: { uuidPartner, ...formBody(change) },
      }),
    ),
  );

/** Saves the edit form of a promotion. */
export const useSavePromotion = () =>
  useFormChange(
    'promotions',
    ({ uuidStock, change }: { uuidStock: string; change: PromotionChange }) =>
      answer(
        http.PUT('/v1/stock/{uuidStock}', {
          params: { path: { uuidStock }, header: { 'If-Match': change.version } },
          body: formBody(change),
        }),
      ),
  );
