import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { useFormChange } from '../../shared/api/areaChange';
import type { Body, Complete } from '../../shared/api/body';
import { cardQueries, historyQueries } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import { asPage, type ListQuery } from '../../shared/list/query';
import { rememberUniversities } from '../../shared/university/names';
import type { QuestionValues } from './rules';
import type { Question } from './wire';

type Query = Pick<ListQuery, 'header'> & {
  body: { searchString: string; uuidUniversity?: string };
};

// The server's page limit for categories: one call reads all of them (rules 3.2).
const allCategories = 9999;

/** All categories, by name. */
export const categoriesQuery = queryOptions({
  queryKey: ['knowledge', 'categories'],
  queryFn: async ({ signal }) => {
    const header = { 'X-Offset': 0, 'X-Limit': allCategories };
    return (await answer(http.GET('/v1/knowledge/category', { params: { header }, signal }))).data;
  },
});

/** A page of the questions of a category, or of all. */
export async function listQuestions(
  uuid: string | undefined,
  { header, body }: Query,
  signal: AbortSignal,
) {
  const query = { uuid, ...body };
  const page = await asPage<Question>(
    http.GET('/v1/knowledge/questions', { params: { header, query }, signal }),
  );
  rememberUniversities(
    page.rows.map(({ owner, shortNameUniversity }) => [owner, shortNameUniversity ?? '']),
  );
  return page;
}

/** Begins the export of the questions of a category, or of all. */
export const exportQuestions = async (
  uuid: string | undefined,
  { header, body }: Query,
  purpose: string,
) =>
  (
    await answer(
      http.POST('/v1/knowledge/questions/export', {
        params: { header, query: { uuid, ...body } },
        body: { purpose },
      }),
    )
  ).uuidExport;

/** A question's place in the list of its category. */
export const questionNeighbours = (
  uuid: string,
  uuidQuestion: string,
  { header, body }: Query,
  signal: AbortSignal,
) =>
  answer(
    http.GET('/v1/knowledge/question/neighbours/{uuidQuestion}', {
      params: { header, path: { uuidQuestion }, query: { uuid, ...body } },
      signal,
    }),
  );

/** A question or an act. */
export const cardQuery = cardQueries(
  'knowledge',
  'question',
  '/v1/knowledge/question/{uuidQuestion}',
);

/** A question's history. */
export const historyQuery = historyQueries('knowledge', '/v1/audit/question/{uuidQuestion}');

const bodyOf = ({ uuidCategory, question, answer: text }: QuestionValues) =>
  ({
    uuidCategory,
    question,
    answer: text,
  }) satisfies Complete<Body<'/v1/knowledge/question', 'post'>>;

/** Adds a question in the name of the operator's university or of the programme. */
export const useAddQuestion = () =>
  useFormChange('knowledge', ({ values, key }: { values: QuestionValues; key: string }) =>
    answer(
      http.POST('/v1/knowledge/question', {
        params: { header: { 'Idempotency-Key': key } },
        body: bodyOf(values),
      }),
    ),
  );

/** Saves a question. */
export const useSaveQuestion = () =>
  useFormChange('knowledge', ({ uuid, values }: { uuid: string; values: QuestionValues }) =>
    answer(
      http.PUT('/v1/knowledge/question', {
        params: { header: { 'If-Match': values.version } },
        body: { uuid, ...bodyOf(values) } satisfies Complete<Body<'/v1/knowledge/question', 'put'>>,
      }),
    ),
  );

/** Deletes questions, all or none. */
export function useDeleteQuestions() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuids: readonly string[]) =>
      answer(http.DELETE('/v1/knowledge/question', { body: { uuids: [...uuids] } })),
    // Not awaited: the dialog unmounts with the last row, and its onSuccess must run before that.
    onSuccess: () => void invalidateArea(client, 'knowledge'),
  });
}
