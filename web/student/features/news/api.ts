import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { pagesQuery } from '../../shared/api/pages';
import type { components } from '../../shared/api/schema.gen';
import type { Answer } from './ballot';

type Schemas = components['schemas'];
/** A news item in the feed. */
export type Entry = Schemas['NewsEntryWire'];
/** A news item. */
type Story = Schemas['NewsStoryWire'];
/** The survey of an item. */
export type Survey = NonNullable<Story['survey']>;
/** The event of an item. */
export type Gathering = NonNullable<Story['event']>;

/** The student's news, pinned first. */
export const newsQuery = (enabled: boolean) =>
  pagesQuery<Entry>({
    queryKey: ['news', 'feed'],
    kept: true,
    enabled,
    load: (after, signal) =>
      answer(http.GET('/s/v1/news', { params: { query: { after } }, signal })),
  });

/** A news item with its survey and event. */
export const storyQuery = (uuidNews: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['news', 'story', uuidNews],
    meta: { kept: 'recent' },
    enabled,
    queryFn: ({ signal }) =>
      answer(http.GET('/s/v1/news/{uuidNews}', { params: { path: { uuidNews } }, signal })),
  });

// Also after a refusal, because the screen was outdated.
function useStoryChange<V>(uuidNews: string, send: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useChange({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: storyQuery(uuidNews, true).queryKey }),
  });
}

/** Answers the survey of an item. */
export const useVote = (uuidNews: string) =>
  useStoryChange(uuidNews, (answers: Answer[]) =>
    answer(
      http.POST('/s/v1/news/{uuidNews}/vote', {
        params: { path: { uuidNews } },
        body: { answers },
      }),
    ),
  );

/** Books a seat at the event of an item, or gives it back. */
export const useSeat = (uuidNews: string) =>
  useStoryChange(uuidNews, (isTaken: boolean) => {
    const options = { params: { path: { uuidNews } } };
    const path = '/s/v1/news/{uuidNews}/seat';
    return answer(isTaken ? http.PUT(path, options) : http.DELETE(path, options));
  });
