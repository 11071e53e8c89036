import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';

type Schemas = components['schemas'];

/** A row of the list. */
export type Row = Schemas['ReviewsRowWire'];

/** A review with its student and its answer. */
export type Review = Schemas['ReviewsCardWire'];

/** A card as it was loaded. */
export type Card = { review: Review; version: string };

/** What narrows the list. */
type Filter = Schemas['ReviewsFilterWire'];

type Query = Pick<ListQuery, 'header'> & { body: Filter };

/** Where a decision takes a review. */
export type Decision = 'public' | 'rejected';

/** Reviews one by one, or all that the list found, and how many those were. */
export type Chosen = { uuidComments: string[] } | { filter: Filter; expected: number };

const keys = {
  card: (id: string) => ['reviews', 'card', id],
  history: (id: string) => ['reviews', 'history', id],
};

/** A page of reviews. */
export const listReviews = ({ header, body }: Query, signal: AbortSignal) =>
  asPage<Row>(wholeAnswer(http.PUT('/v1/comments/list', { params: { header }, body, signal })));

/** Where a review stands in the list. */
export const reviewNeighbours = (
  uuidComment: string,
  { header, body }: Query,
  signal: AbortSignal,
) =>
  answer(
    http.PUT('/v1/comments/neighbours/{uuidComment}', {
      params: { header, path: { uuidComment } },
      body,
      signal,
    }),
  );

/** How many reviews wait. */
export const countWaiting = async (signal: AbortSignal) => {
  const { countComments } = await answer(http.GET('/v1/comments/count', { signal }));
  return Math.max(0, countComments);
};

/** A review with its version: a change names the version that it was made upon. */
export const cardQuery = (uuidComment: string) =>
  queryOptions({
    queryKey: keys.card(uuidComment),
    queryFn: async ({ signal }): Promise<Card> => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v1/comments/{uuidComment}', { params: { path: { uuidComment } }, signal }),
      );
      return { review: data, version: headers.get('etag') ?? '' };
    },
  });

/** What happened to a review, the latest first. */
export const historyQuery = (uuidComment: string) =>
  queryOptions({
    queryKey: keys.history(uuidComment),
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/audit/review/{uuidComment}', { params: { path: { uuidComment } }, signal }),
      ),
  });

// The server says what stands in the way, and what somebody else has done meanwhile.
const spoken = { errors: { 409: (problem: { detail: string }) => problem.detail } };

// After a refusal too: then the screen shows what has changed meanwhile.
function useReload() {
  const client = useQueryClient();
  return () => invalidateArea(client, 'reviews');
}

// Not waited for: the bar over a selection may go with its rows, and must have told of its success by then.
function useReloadAside() {
  const reload = useReload();
  return () => void reload();
}

/** Publishes a selection, all of it or nothing. */
export function usePublish() {
  const reload = useReloadAside();
  return useChange({
    mutationFn: (chosen: Chosen) =>
      answer(http.PUT('/v1/comments/status', { body: { ...chosen, status: 'public' } })),
    meta: spoken,
    onSettled: reload,
  });
}

/** Deletes a selection, all of it or nothing. */
export function useDeleteChosen() {
  const reload = useReloadAside();
  return useChange({
    mutationFn: (chosen: Chosen) => answer(http.DELETE('/v1/comments/delete', { body: chosen })),
    meta: spoken,
    onSettled: reload,
  });
}

/** Brings deleted reviews back. */
export function useRestore() {
  const reload = useReloadAside();
  return useChange({
    mutationFn: (uuidComments: string[]) =>
      answer(http.PUT('/v1/comments/restore', { body: { uuidComments } })),
    meta: spoken,
    onSettled: reload,
  });
}

/** Decides about the review of a card. */
export function useMove() {
  const reload = useReload();
  return useChange({
    mutationFn: ({ card, to }: { card: Card; to: Decision }) =>
      answer(
        http.PUT('/v1/comments/status', {
          params: { header: { 'If-Match': card.version } },
          body: { uuidComments: [card.review.uuid], status: to },
        }),
      ),
    meta: spoken,
    onSettled: reload,
  });
}

/** Deletes the review of a card. */
export function useDelete() {
  const client = useQueryClient();
  const reload = useReloadAside();
  return useChange({
    mutationFn: ({ review, version }: Card) =>
      answer(
        http.DELETE('/v1/comments/{uuidComment}', {
          params: { path: { uuidComment: review.uuid }, header: { 'If-Match': version } },
        }),
      ),
    meta: spoken,
    // The card is gone: asking for it anew would only be refused.
    onSuccess: (_answer, { review }) => {
      for (const queryKey of [keys.card(review.uuid), keys.history(review.uuid)]) {
        client.removeQueries({ queryKey });
      }
    },
    onSettled: reload,
  });
}
