import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { asProblem } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { mapItems, type Page, pagesQuery } from '../../shared/api/pages';
import type { components } from '../../shared/api/schema.gen';

/** A published review. */
export type Review = components['schemas']['ReviewsPublishedWire'];
/** The own review in any state. */
export type OwnReview = components['schemas']['ReviewsOwnReviewWire'];

const listKey = (partner: string) => ['reviews', 'of', partner];

/** Published reviews of a partner, for members. */
export const reviewsQuery = (uuidPartner: string, enabled: boolean) =>
  pagesQuery({
    queryKey: listKey(uuidPartner),
    enabled,
    load: (after, signal) => {
      const params = { path: { uuidPartner }, query: { after } };
      return answer(http.GET('/s/v1/partners/{uuidPartner}/reviews', { params, signal }));
    },
  });

/** The own review of a partner; null if there is none. */
export const ownReviewQuery = (uuidPartner: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['reviews', 'own', uuidPartner],
    enabled,
    queryFn: async ({ signal }): Promise<OwnReview | null> => {
      try {
        const params = { path: { uuidPartner } };
        return await answer(http.GET('/s/v1/partners/{uuidPartner}/review', { params, signal }));
      } catch (thrown) {
        if (asProblem(thrown).status === 404) return null;
        throw thrown;
      }
    },
  });

/** Sends the own review, or a new text of it. */
export function useReview(uuidPartner: string) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: { rating: number; text: string }) =>
      answer(
        http.PUT('/s/v1/partners/{uuidPartner}/review', {
          params: { path: { uuidPartner } },
          body,
        }),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['reviews', 'own', uuidPartner] }),
        client.invalidateQueries({ queryKey: listKey(uuidPartner) }),
      ]),
  });
}

/** Marks a review as useful, or takes it back. Optimistic: the count is rolled back on failure. */
export function useLike(partner: string, { id }: Review) {
  const client = useQueryClient();
  const show = (liked: boolean) =>
    client.setQueryData<{ pages: Page<Review>[]; pageParams: (string | undefined)[] }>(
      listKey(partner),
      (data) =>
        mapItems(data, (item) =>
          item.id === id && item.isLiked !== liked
            ? { ...item, isLiked: liked, likes: item.likes + (liked ? 1 : -1) }
            : item,
        ),
    );
  return useChange({
    scope: { id: `like/${id}` }, // in their order: two at once could arrive in the other one
    mutationFn: (liked: boolean) => {
      const options = { params: { path: { uuidReview: id } } };
      const path = '/s/v1/reviews/{uuidReview}/like';
      return answer(liked ? http.PUT(path, options) : http.DELETE(path, options));
    },
    onMutate: show,
    onError: (_error, liked) => show(!liked),
  });
}

/** Sends a complaint about a partner to the operators. */
export const useComplaint = (uuidPartner: string) =>
  useChange({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      answer(
        http.POST('/s/v1/partners/{uuidPartner}/complaints', {
          params: { path: { uuidPartner }, header: { 'Idempotency-Key': key } },
          body: { text },
        }),
      ),
  });
