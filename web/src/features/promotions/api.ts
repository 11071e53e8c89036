import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { PromotionChange } from './rules';

type Schemas = components['schemas'];

/** A row of the list of promotions. */
export type Row = Schemas['PromotionsRowWire'];

/** A promotion's card. */
export type Promotion = Schemas['PromotionsCardWire'];

/** A card as it was loaded. */
export type Card = { promotion: Promotion; version: string };

type Query = Pick<ListQuery, 'header'> & { body: Schemas['PromotionsFilterWire'] };

const keys = {
  card: (id: string) => ['promotions', 'card', id],
  history: (id: string) => ['promotions', 'history', id],
  partner: (id: string) => ['promotions', 'partner', id],
  ofPartner: (id: string) => ['promotions', 'ofPartner', id],
};

/** A page of promotions. */
export const listPromotions = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/stock', { params: { header }, body, signal })));

/** Where a promotion stands in the list. */
export const promotionNeighbours = (
  uuidStock: string,
  { header, body }: Query,
  signal: AbortSignal,
) =>
  answer(
    http.PUT('/v1/stock/neighbours/{uuidStock}', {
      params: { header, path: { uuidStock } },
      body,
      signal,
    }),
  );

/** Cities of partners, by a part of the name: a promotion stands where its partner does. */
export const findPromotionCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/partner/filter/cities', { body: { searchString }, signal }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

// As many as two rows of tiles on a wide screen, several times over.
const tiles = 24;

/** The promotions of a partner, the newest first. */
export const ofPartnerQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: keys.ofPartner(uuidPartner),
    queryFn: ({ pageParam, signal }) =>
      listPromotions(
        {
          header: {
            'X-Offset': pageParam,
            'X-Limit': tiles,
            'X-Sort-Field': 'idStock',
            'X-Sort-Direction': 'DESC',
          },
          body: { uuidPartner },
        },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return shown < total ? shown : undefined;
    },
  });

/** A promotion's card with its version: every change of it names the version it was made upon. */
export const cardQuery = (uuidStock: string) =>
  queryOptions({
    queryKey: keys.card(uuidStock),
    queryFn: async ({ signal }): Promise<Card> => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v1/stock/{uuidStock}', { params: { path: { uuidStock } }, signal }),
      );
      return { promotion: data, version: headers.get('etag') ?? '' };
    },
  });

/** The partner that a promotion is added to. */
export const partnerQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: keys.partner(uuidPartner),
    queryFn: ({ signal }) =>
      answer(http.GET('/v2/partner/{uuidPartner}', { params: { path: { uuidPartner } }, signal })),
  });

/** What happened to a promotion, the latest first. */
export const historyQuery = (uuidStock: string) =>
  queryOptions({
    queryKey: keys.history(uuidStock),
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/audit/stock/{uuidStock}', { params: { path: { uuidStock } }, signal })),
  });

type Move = {
  uuidStock: string;
  /** Of the card that was looked at; a list knows none and rests on the rules. */
  version?: string;
  /** Why it is blocked; null unblocks it. */
  reason: string | null;
};

/** Blocks a promotion for a reason, or unblocks it. Whoever comes second is told what the first one did. */
export function useMove() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidStock, version, reason }: Move) =>
      answer(
        http.PUT('/v1/stock/{uuidStock}/status', {
          params: { path: { uuidStock }, header: { 'If-Match': version } },
          body: { status: reason === null ? 'active' : 'blocked', reasonBlocked: reason ?? '' },
        }),
      ),
    meta: { errors: { 409: (problem) => problem.detail } },
    // After a refusal too: the screen then shows what was decided meanwhile.
    onSettled: () => invalidateArea(client, 'promotions'),
  });
}

const formBody = ({ name, description, dateBegin, dateEnd, winLimit, file }: PromotionChange) => ({
  name,
  description,
  dateBegin,
  dateEnd,
  // Null is said aloud: any number (spec §5). The schema has only a word for leaving it out.
  winLimit: winLimit as number,
  ...(file !== '' && { fileUrl: file }),
});

/** Makes a promotion of a partner; the same attempt sent again makes no second one. */
export function useCreatePromotion() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (of: { uuidPartner: string; change: PromotionChange; key: string }) =>
      answer(
        http.POST('/v1/stock', {
          params: { header: { 'Idempotency-Key': of.key } },
          body: { uuidPartner: of.uuidPartner, ...formBody(of.change) },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'promotions'),
  });
}

/** Saves the edit form of a promotion. */
export function useSavePromotion() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidStock, change }: { uuidStock: string; change: PromotionChange }) =>
      answer(
        http.PUT('/v1/stock/{uuidStock}', {
          params: { path: { uuidStock }, header: { 'If-Match': change.version } },
          body: formBody(change),
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'promotions'),
  });
}
