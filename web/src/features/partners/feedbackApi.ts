import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type PageOf } from '../../shared/list/query';

type Schemas = components['schemas'];

/** What a student says of a partner. */
export type Review = Schemas['ReviewsOfPartnerWire'];

/** What a student complains of. */
export type Complaint = Schemas['ReviewsComplaintWire'];

const pageSize = 20;

const headerOf = (offset: number) =>
  ({
    'X-Offset': offset,
    'X-Limit': pageSize,
    'X-Sort-Field': 'createdAt',
    'X-Sort-Direction': 'DESC',
  }) as const;

// Rows shown so far; nothing follows when they are all.
const nextOf = (last: PageOf<unknown>, all: readonly PageOf<unknown>[]) => {
  const shown = all.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length > 0 && shown < last.total ? shown : undefined;
};

/** The reviews of a partner, the latest first, a page at a time. */
export const reviewsQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'reviews', uuidPartner],
    queryFn: ({ pageParam, signal }) =>
      asPage<Review>(
        wholeAnswer(
          http.PUT('/v2/partner/comments/list', {
            params: { header: headerOf(pageParam) },
            body: { uuidPartner },
            signal,
          }),
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOf,
  });

/** The complaints about a partner, the latest first, a page at a time. */
export const complaintsQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'complaints', uuidPartner],
    queryFn: ({ pageParam, signal }) =>
      asPage<Complaint>(
        wholeAnswer(
          http.GET('/v2/partner/complaints/{uuidPartner}', {
            params: { header: headerOf(pageParam), path: { uuidPartner } },
            signal,
          }),
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOf,
  });

/** Deletes a review; the partner's rating and counts follow. */
export function useDeleteReview() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidComment: string) =>
      answer(http.DELETE('/v2/partner/comment', { body: { uuidComment } })),
    onSettled: () => invalidateArea(client, 'partners'),
  });
}
