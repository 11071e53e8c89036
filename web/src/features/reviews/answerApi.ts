import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import type { Card } from './api';

/** A ready answer. */
export type Template = components['schemas']['ReviewsTemplateWire'];

/** What the form of a ready answer holds. */
export type TemplateValues = Pick<Template, 'name' | 'text'>;

function useReload() {
  const client = useQueryClient();
  return () => invalidateArea(client, 'reviews');
}

/** Answers a review. */
export function useReply() {
  const reload = useReload();
  return useChange({
    mutationFn: (given: { uuidComment: string; text: string; key: string }) =>
      answer(
        http.POST('/v1/comments/answer', {
          params: { header: { 'Idempotency-Key': given.key } },
          body: { uuidComment: given.uuidComment, answer: given.text },
        }),
      ),
    meta: { errors: 'form' },
    onSettled: reload,
  });
}

/** Writes another answer in place of the present one. */
export function useEditAnswer() {
  const reload = useReload();
  return useChange({
    mutationFn: (given: { uuidAnswer: string; text: string; version: string }) =>
      answer(
        http.PUT('/v1/comments/answer', {
          params: { header: { 'If-Match': given.version } },
          body: { uuidAnswer: given.uuidAnswer, answer: given.text },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: reload,
  });
}

/** Takes the answer of a card away. */
export function useDeleteAnswer() {
  const reload = useReload();
  return useChange({
    mutationFn: ({ review, version }: Card) =>
      answer(
        http.DELETE('/v1/comments/answer/{uuidAnswer}', {
          params: {
            path: { uuidAnswer: review.answerInfo?.uuidAnswer ?? '' },
            header: { 'If-Match': version },
          },
        }),
      ),
    meta: { errors: { 409: (problem) => problem.detail } },
    onSettled: reload,
  });
}

const templatesKey = ['reviews', 'templates'];

/** The ready answers of the operator's university, by name. */
export const templatesQuery = queryOptions({
  queryKey: templatesKey,
  queryFn: ({ signal }) => answer(http.GET('/v1/comments/templates', { signal })),
});

function useReloadTemplates() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: templatesKey });
}

/** Adds a ready answer, or saves one that is there. */
export function useSaveTemplate(uuidTemplate: string | undefined) {
  const reload = useReloadTemplates();
  return useChange({
    mutationFn: async ({ body, key }: { body: TemplateValues; key: string }) => {
      if (uuidTemplate === undefined) {
        const header = { 'Idempotency-Key': key };
        await answer(http.POST('/v1/comments/templates', { params: { header }, body }));
        return;
      }
      const path = { uuidTemplate };
      await answer(http.PUT('/v1/comments/templates/{uuidTemplate}', { params: { path }, body }));
    },
    meta: { errors: 'form' },
    onSuccess: reload,
  });
}

/** Forgets a ready answer. */
export function useDeleteTemplate() {
  const reload = useReloadTemplates();
  return useChange({
    mutationFn: (uuidTemplate: string) =>
      answer(
        http.DELETE('/v1/comments/templates/{uuidTemplate}', {
          params: { path: { uuidTemplate } },
        }),
      ),
    onSettled: reload,
  });
}
