import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useDecision } from '../../../shared/api/areaChange';
import { http } from '../../../shared/api/client';
import { byOffset } from '../../../shared/api/pages';
import { asPage } from '../../../shared/list/query';
import type { Complaint, Review } from '../wire';

const pageSize = 20;

const latestFirst = (offset: number) =>
  ({
    'X-Offset': offset,
    'X-Limit': pageSize,
    'X-Sort-Field': 'createdAt',
    'X-Sort-Direction': 'DESC',
  }) as const;

/** The reviews of a partner, latest first. */
export const reviewsQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'reviews', uuidPartner],
    queryFn: ({ pageParam, signal }) =>
      asPage<Review>(
        http.PUT('/v2/partner/comments/list', {
          params: { header: latestFirst(pageParam) },
          body: { uuidPartner },
          signal,
        }),
      ),
    ...byOffset,
  });

/** The complaints about a partner, latest first. */
export const complaintsQuery = (uuidPartner: string) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'complaints', uuidPartner],
    queryFn: ({ pageParam, signal }) =>
      asPage<Complaint>(
        http.GET('/v2/partner/complaints/{uuidPartner}', {
          params: { header: latestFirst(pageParam), path: { uuidPartner } },
          signal,
        }),
      ),
    ...byOffset,
  });

/** Deletes a review; the partner's rating and counts change with it. */
export const useDeleteReview = () =>
  useDecision('partners', (uuidComment: string) =>
    answer(http.DELETE('/v2/partner/comment', { body: { uuidComment } })),
  );
