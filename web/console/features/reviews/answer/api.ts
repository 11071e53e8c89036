import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useChange } from '../../../../kit/api/useChange';
import { useDecision, useFormChange } from '../../../shared/api/areaChange';
import { http } from '../../../shared/api/client';
import type { Card, Template } from '../wire';

type Reply = { uuidComment: string; text: string; key: string };

/** Answers a review. A 409 means that it has an answer by now: refetched to show it. */
export const useReply = () =>
  useFormChange(
    'reviews',
    ({ uuidComment, text, key }: Reply) =>
      answer(
        http.POST('/v1/comments/answer', {
          params: { header: { 'Idempotency-Key': key } },
          body: { uuidComment, answer: text },
        }),
      ),
    { afterFailure: true },
  );

/** Saves a changed answer. */
export const useEditAnswer = () =>
  useFormChange(
    'reviews',
    ({ uuidAnswer, text, version }: { uuidAnswer: string; text: string; version: string }) =>
      answer(
        http.PUT('/v1/comments/answer', {
          params: { header: { 'If-Match': version } },
          body: { uuidAnswer, answer: text },
        }),
      ),
  );

/** Deletes the answer of a card. */
export const useDeleteAnswer = () =>
  useDecision('reviews', ({ review, version }: Card) =>
    answer(
      http.DELETE('/v1/comments/answer/{uuidAnswer}', {
        params: {
          path: { uuidAnswer: review.answerInfo?.uuidAnswer ?? '' },
          header: { 'If-Match': version },
        },
      }),
    ),
  );

/** The answer templates of the operator's university, by name. */
export const templatesQuery = queryOptions({
  queryKey: ['reviews', 'templates'],
  queryFn: ({ signal }) => answer(http.GET('/v1/comments/templates', { signal })),
});

// Only the templates: no review changes with them.
function useRefetchTemplates() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: templatesQuery.queryKey });
}

/** Creates a template, or saves the one with this id. */
export function useSaveTemplate(uuidTemplate: string | undefined) {
  const refetch = useRefetchTemplates();
  return useChange({
    mutationFn: async ({ body, key }: { body: Pick<Template, 'name' | 'text'>; key: string }) => {
      if (uuidTemplate === undefined) {
        const header = { 'Idempotency-Key': key };
        await answer(http.POST('/v1/comments/templates', { params: { header }, body }));
        return;
      }
      const path = { uuidTemplate };
      await answer(http.PUT('/v1/comments/templates/{uuidTemplate}', { params: { path }, body }));
    },
    meta: { errors: 'form' },
    onSuccess: refetch,
  });
}

/** Deletes a template. */
export function useDeleteTemplate() {
  const refetch = useRefetchTemplates();
  return useChange({
    mutationFn: (uuidTemplate: string) =>
      answer(
        http.DELETE('/v1/comments/templates/{uuidTemplate}', {
          params: { path: { uuidTemplate } },
        }),
      ),
    onSettled: refetch,
  });
}
