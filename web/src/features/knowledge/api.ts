import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { QuestionValues } from './rules';
import { rememberUniversities } from './universityNames';

type Schemas = components['schemas'];

/** A shelf of the knowledge base. */
export type Category = Schemas['KnowledgeCategoryWire'];

/** A question with its answer, or a normative act. */
export type Question = Schemas['KnowledgeQuestionWire'];

/** A question as it was loaded. */
export type Card = { question: Question; version: string };

type Query = Pick<ListQuery, 'header'> & {
  body: { searchString: string; uuidUniversity?: string };
};

const keys = {
  categories: ['knowledge', 'categories'],
  card: (id: string) => ['knowledge', 'card', id],
  history: (id: string) => ['knowledge', 'history', id],
  universities: (search: string) => ['catalog', 'universities', search],
};

// The server takes so many for categories alone: all of them (contract §1).
const everything = 9999;

/** All categories, by name. */
export const categoriesQuery = queryOptions({
  queryKey: keys.categories,
  queryFn: async ({ signal }) => {
    const header = { 'X-Offset': 0, 'X-Limit': everything };
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
    wholeAnswer(http.GET('/v1/knowledge/questions', { params: { header, query }, signal })),
  );
  rememberUniversities(
    page.rows.map(({ owner, shortNameUniversity }) => [owner, shortNameUniversity ?? '']),
  );
  return page;
}

/** Where a question stands in the list of its category. */
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

/** A question with its version: a change names the version that it was made upon. */
export const cardQuery = (uuidQuestion: string) =>
  queryOptions({
    queryKey: keys.card(uuidQuestion),
    queryFn: async ({ signal }): Promise<Card> => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v1/knowledge/question/{uuidQuestion}', {
          params: { path: { uuidQuestion } },
          signal,
        }),
      );
      return { question: data, version: headers.get('etag') ?? '' };
    },
  });

/** What operators did to a question, the latest first. */
export const historyQuery = (uuidQuestion: string) =>
  queryOptions({
    queryKey: keys.history(uuidQuestion),
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/audit/question/{uuidQuestion}', {
          params: { path: { uuidQuestion } },
          signal,
        }),
      ),
  });

/** Universities by a part of their name. */
export const universitiesQuery = (searchString: string) =>
  queryOptions({
    queryKey: keys.universities(searchString),
    queryFn: async ({ signal }) => {
      const found = await answer(http.PUT('/v1/univer', { body: { searchString }, signal }));
      rememberUniversities(
        found.map(({ uuidUniversity, shortName }) => [uuidUniversity, shortName]),
      );
      return found;
    },
  });

const bodyOf = ({ uuidCategory, question, answer: text }: QuestionValues) => ({
  uuidCategory,
  question,
  answer: text,
});

/** Adds a question in the name of the operator's university, or of the programme. */
export function useAddQuestion() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ values, key }: { values: QuestionValues; key: string }) =>
      answer(
        http.POST('/v1/knowledge/question', {
          params: { header: { 'Idempotency-Key': key } },
          body: bodyOf(values),
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'knowledge'),
  });
}

/** Saves a question. */
export function useSaveQuestion() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuid, values }: { uuid: string; values: QuestionValues }) =>
      answer(
        http.PUT('/v1/knowledge/question', {
          params: { header: { 'If-Match': values.version } },
          body: { uuid, ...bodyOf(values) },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'knowledge'),
  });
}

/** Deletes questions, all or none. */
export function useDeleteQuestions() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuids: readonly string[]) =>
      answer(http.DELETE('/v1/knowledge/question', { body: { uuids: [...uuids] } })),
    // Not waited for: the dialog goes with the last row, and must have told of its success by then.
    onSuccess: () => void invalidateArea(client, 'knowledge'),
  });
}
