import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../../shared/api/client';
import { pagesQuery } from '../../shared/api/pages';
import type { components } from '../../shared/api/schema.gen';
import type { Promotion } from '../../shared/ui/PromotionLink';

/** A code of the student. */
export type OwnCode = components['schemas']['PromotionsOwnCodeWire'];

/** All running and planned promotions, newest first. */
export const promotionsQuery = pagesQuery<Promotion>({
  queryKey: ['promotions', 'all'],
  kept: true,
  load: (after, signal) =>
    answer(http.GET('/s/v1/promotions', { params: { query: { after } }, signal })),
});

/** A promotion. */
export const promotionQuery = (uuidPromotion: string) =>
  queryOptions({
    queryKey: ['promotions', 'card', uuidPromotion],
    meta: { kept: 'recent' },
    queryFn: ({ signal }) => {
      const params = { path: { uuidPromotion } };
      return answer(http.GET('/s/v1/promotions/{uuidPromotion}', { params, signal }));
    },
  });

/** The own codes, newest first. Stored on the phone, because a shop may have no network. */
export const codesQuery = (enabled = true) =>
  pagesQuery<OwnCode>({
    queryKey: ['codes'],
    kept: true,
    enabled,
    load: (after, signal) =>
      answer(http.GET('/s/v1/codes', { params: { query: { after } }, signal })),
  });

/** Claims a code: the answer is a code or a place in the queue. The same key never gets a second code. */
export const claim = (uuidPromotion: string, key: string) =>
  answer(
    http.POST('/s/v1/promotions/{uuidPromotion}/claims', {
      params: { path: { uuidPromotion } },
      body: { key },
    }),
  );
