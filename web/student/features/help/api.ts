import { keepPreviousData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { mapItems, type Page, pagesQuery } from '../../shared/api/pages';
import type { components } from '../../shared/api/schema.gen';

/** A question with its answer. */
export type Question = components['schemas']['KnowledgeMemberQuestionWire'];

const all: QueryKey = ['knowledge'];

/** Questions of the knowledge base, a hundred per page: without filters they also give the categories. */
export const questionsQuery = (filter: { search?: string; category?: string }) => ({
  ...pagesQuery<Question>({
    queryKey: [...all, filter],
    kept: 'recent',
    load: (after, signal) => {
      const params = { query: { ...filter, after, limit: 100 } };
      return answer(http.GET('/s/v1/knowledge', { params, signal }));
    },
  }),
  placeholderData: keepPreviousData,
});

/** Votes whether an answer has helped. Optimistic: the vote is rolled back on failure. */
export function useHelped({ id, isUseful }: Question) {
  const client = useQueryClient();
  const show = (vote: boolean | null) =>
    client.setQueriesData<{ pages: Page<Question>[]; pageParams: (string | undefined)[] }>(
      { queryKey: all },
      (data) => mapItems(data, (item) => (item.id === id ? { ...item, isUseful: vote } : item)),
    );
  return useChange({
    scope: { id: `helped/${id}` }, // in their order: two at once could arrive in the other one
    mutationFn: (vote: boolean) =>
      answer(
        http.PUT('/s/v1/knowledge/{uuidQuestion}/vote', {
          params: { path: { uuidQuestion: id } },
          body: { isUseful: vote },
        }),
      ),
    onMutate: show,
    onError: () => show(isUseful),
  });
}
