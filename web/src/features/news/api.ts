import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { download } from '../../shared/api/download';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { type Transfer, upload } from '../../shared/api/upload';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import { broken } from './errors';
import { t } from './texts';

type Schemas = components['schemas'];

/** A news item, on its card and in the lists. */
export type Item = Schemas['NewsItemWire'];

/** A survey with its results. */
export type Survey = NonNullable<Schemas['NewsSurveyWire']>;

/** An event with its seats. */
export type Event = NonNullable<Schemas['NewsEventWire']>;

/** What the forms send. */
export type FormBody = Schemas['NewsFormWire'];

/** Somebody who comes to an event. */
export type Participant = Schemas['NewsParticipantWire'];

/** Whom an item is for. */
export type Level = Item['typeNews'];

/** Where an item stands. */
export type Approval = Item['approve'];

/** An item as it was loaded. */
export type Card = { item: Item; version: string };

type Query = Pick<ListQuery, 'header'> & { body: Schemas['NewsFilterWire'] };

const keys = {
  card: (id: string) => ['news', 'card', id],
  history: (id: string) => ['news', 'history', id],
  reach: (audience: Audience) => ['news', 'reach', audience],
  faculties: (university: string | null) => ['structure', 'faculties', 'of', university],
};

/** A page of news. */
export const listNews = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/news', { params: { header }, body, signal })));

/** A page of news of the railway bonus programme. */
export const listRzd = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/news/rzd-bonus', { params: { header }, body, signal })));

/** Where an item stands in the list. */
export const newsNeighbours = (uuidNews: string, { header, body }: Query, signal: AbortSignal) =>
  answer(
    http.PUT('/v1/news/neighbours/{uuidNews}', {
      params: { header, path: { uuidNews } },
      body,
      signal,
    }),
  );

/** A page of participants; they have no names of their own on the wire but their place. */
export const listParticipants =
  (uuidNews: string) =>
  async ({ header }: Pick<ListQuery, 'header'>, signal: AbortSignal) => {
    const page = await asPage(
      wholeAnswer(
        http.PUT('/v1/student/request-by-event/get-students', {
          params: { header },
          body: { uuidNews },
          signal,
        }),
      ),
    );
    const rows = page.rows.map((row, i) => ({ ...row, place: header['X-Offset'] + i }));
    return { ...page, rows };
  };

/** How many regional items wait for the chairman. */
export const countWaiting = async (signal: AbortSignal) =>
  (await answer(http.GET('/v1/news/request/count/region', { signal }))).count;

/** An item's card with its version: every change of it names the version it was made upon. */
export const cardQuery = (uuidNews: string) =>
  queryOptions({
    queryKey: keys.card(uuidNews),
    queryFn: async ({ signal }): Promise<Card> => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v1/news/{uuidNews}', { params: { path: { uuidNews } }, signal }),
      );
      return { item: data, version: headers.get('etag') ?? '' };
    },
  });

/** What happened to an item, the latest first. */
export const historyQuery = (uuidNews: string) =>
  queryOptions({
    queryKey: keys.history(uuidNews),
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/audit/news/{uuidNews}', { params: { path: { uuidNews } }, signal })),
  });

/** Whom an item is meant for. */
export type Audience = Schemas['ReachInBody'];

/** How many students an item would reach. */
export const reachQuery = (body: Audience) =>
  queryOptions({
    queryKey: keys.reach(body),
    queryFn: async ({ signal }) =>
      (await answer(http.PUT('/v1/news/reach', { body, signal }))).count,
  });

async function universityNamed(name: string, signal: AbortSignal) {
  const found = await answer(http.PUT('/v1/univer', { body: { searchString: name }, signal }));
  return found.find(({ shortName }) => shortName === name)?.uuidUniversity;
}

/** Faculties to choose from: the operator's own, or those of the university that an item belongs to. */
export const facultiesQuery = (university: string | null) =>
  queryOptions({
    queryKey: keys.faculties(university),
    queryFn: async ({ signal }) => {
      const uuidUniversity = university ? await universityNamed(university, signal) : undefined;
      const query = uuidUniversity ? { uuidUniversity } : {};
      const found = await answer(http.GET('/v1/univer/faculty', { params: { query }, signal }));
      return found.map((one) => ({ value: one.uuidDepartment, label: one.nameDepartment }));
    },
  });

type Move = { card: Card; to: Approval; reason?: string };

/** Publishes, declines, blocks or unblocks an item. Whoever comes second is told what the first one did. */
export function useMove() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ card, to, reason }: Move) =>
      answer(
        http.PUT('/v1/news/status', {
          params: { header: { 'If-Match': card.version } },
          body: { uuidNews: card.item.uuidNews, approve: to, reasonText: reason },
        }),
      ),
    meta: { errors: { 409: (problem) => problem.detail } },
    onSettled: () => invalidateArea(client, 'news'),
  });
}

/** Deletes an item with all that belongs to it. */
export function useDelete() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ item, version }: Card) =>
      answer(
        http.DELETE('/v1/news/{uuidNews}', {
          params: { path: { uuidNews: item.uuidNews }, header: { 'If-Match': version } },
        }),
      ),
    meta: { errors: { ...broken(t.errors.delete), 409: (problem) => problem.detail } },
    // The card is gone: asking for it anew would only be refused.
    onSuccess: (_answer, { item }) => client.removeQueries({ queryKey: keys.card(item.uuidNews) }),
    onSettled: () => invalidateArea(client, 'news'),
  });
}

/** Adds an item, survey and event inside: one call, all or nothing. */
export function useCreate() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async ({ body, key }: { body: FormBody; key: string }) => {
      const params = { header: { 'Idempotency-Key': key } };
      return (await answer(http.POST('/v1/news', { params, body }))).uuidNews;
    },
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'news'),
  });
}

/** Saves the edit form of an item. */
export function useSave(uuidNews: string) {
  const client = useQueryClient();
  return useChange({
    mutationFn: async ({ body, version }: { body: FormBody; version: string }) => {
      await answer(
        http.PUT('/v1/news/{uuidNews}', {
          params: { path: { uuidNews }, header: { 'If-Match': version } },
          body,
        }),
      );
      return uuidNews;
    },
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'news'),
  });
}

/** Uploads an image; its key goes into the form. */
export const uploadImage = (file: File, options: Transfer) =>
  upload('/v1/news/photo', file, options);

/** Downloads a file of an item, or tells why not. */
export const useDownload = (path: string, name: string) =>
  useChange({ mutationFn: () => download(path, name) });

/** Where the results of a survey are to be had. */
export const surveyFile = (uuidPooling: string) => `/v2/news/pooling/export/${uuidPooling}`;

/** Where the participants of an event are to be had. */
export const participantsFile = (uuidNews: string) =>
  `/v1/student/request-by-event/students-download-xlsx/${uuidNews}`;
