import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision } from '../../shared/api/areaChange';
import type { Body } from '../../shared/api/body';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { Card, Decision, ReviewFilter, Row } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: ReviewFilter };

/** Reviews one by one, or all that the list has found with the count the operator saw. */
export type Chosen = { uuidComments: string[] } | { filter: ReviewFilter; expected: number };

/** A page of reviews. */
export const listReviews = ({ header, body }: Query, signal: AbortSignal) =>
  asPage<Row>(http.PUT('/v1/comments/list', { params: { header }, body, signal }));

/** Begins the export of the list. */
export const exportReviews = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/comments/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;

/** A review's place in the list. */
export const reviewNeighbours = neighboursAt('/v1/comments/neighbours/{uuidComment}');

/** The number of reviews that wait for a decision. */
export const countWaiting = async (signal: AbortSignal) => {
  const { countComments } = await answer(http.GET('/v1/comments/count', { signal }));
  return Math.max(0, countComments);
};

/** A review's card. */
export const cardQuery = cardQueries('reviews', 'review', '/v1/comments/{uuidComment}');

/** A review's history. */
export const historyQuery = historyQueries('reviews', '/v1/audit/review/{uuidComment}');

// The refetch may remove the selection bar together with its rows; its success notice must come first.
const background = { background: true };

/** How many of the reviews that the list found are public already. */
export const publicCountQuery = ({ header, body }: Query) =>
  queryOptions({
    queryKey: ['reviews', 'public', body],
    queryFn: async ({ signal }) => {
      const first = { ...header, 'X-Offset': 0, 'X-Limit': 1 };
      const page = await listReviews(
        { header: first, body: { ...body, status: 'public' } },
        signal,
      );
      return page.total;
    },
  });

/** Publishes a selection, all of it or nothing; of all found reviews those that are not public yet. */
export const usePublish = () =>
  useDecision(
    'reviews',
    (chosen: Chosen) =>
      answer(
        http.PUT('/v1/comments/status', {
          body: { ...chosen, status: 'public', ...('filter' in chosen && { skipUnchanged: true }) },
        }),
      ),
    background,
  );

/** Takes back a decision about one review, or what was decided together. */
export const undoDecision = (body: Body<'/v1/comments/status/undo', 'put'>) =>
  answer(http.PUT('/v1/comments/status/undo', { body }));

/** Deletes a selection, all of it or nothing. */
export const useDeleteChosen = () =>
  useDecision(
    'reviews',
    (chosen: Chosen) => answer(http.DELETE('/v1/comments/delete', { body: chosen })),
    background,
  );

/** Restores deleted reviews. */
export const useRestore = () =>
  useDecision(
    'reviews',
    (uuidComments: string[]) =>
      answer(http.PUT('/v1/comments/restore', { body: { uuidComments } })),
    background,
  );

/** Sends a decision about the review of a card. */
export const sendMove = ({ card, to }: { card: Card; to: Decision }) =>
  answer(
    http.PUT('/v1/comments/status', {
      params: { header: { 'If-Match': card.version } },
      body: { uuidComments: [card.review.uuid], status: to },
    }),
  );

/** Publishes or rejects the review of a card. */
export const useMove = () => useDecision('reviews', sendMove);

/** Restores a review that was just deleted. */
export const undoDelete = (uuidComment: string) =>
  answer(http.PUT('/v1/comments/restore', { body: { uuidComments: [uuidComment] } }));

/** The reviews that follow one in the list, leased to the operator; without it from the beginning. */
export const nextReviews = ({ header, body }: Query, after: string | undefined) =>
  answer(http.PUT('/v1/comments/next', { params: { header, query: { after } }, body }));

/** Gives the leased reviews back to the other operators. */
export const leaveReviews = () => answer(http.DELETE('/v1/comments/next'));

/** Sends the deletion of a card's review. */
export const sendDelete = ({ review, version }: Card) =>
  answer(
    http.DELETE('/v1/comments/{uuidComment}', {
      params: { path: { uuidComment: review.uuid }, header: { 'If-Match': version } },
    }),
  );

/** Deletes the review of a card. */
export const useDelete = () =>
  useDecision('reviews', sendDelete, {
    ...background,
    deletes: ({ review: { uuid } }) => [cardQuery(uuid).queryKey, historyQuery(uuid).queryKey],
  });
