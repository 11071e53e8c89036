import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { download } from '../../shared/api/download';
import { type Transfer, upload } from '../../shared/api/upload';
import { asPage, type ListQuery } from '../../shared/list/query';
import { serverErrors } from './errors';
import { t } from './texts';
import type { Approval, Audience, Card, FormBody, NewsFilter } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: NewsFilter };

/** A page of news. */
export const listNews = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/news', { params: { header }, body, signal }));

/** A page of news of the railway bonus programme. */
export const listRzd = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/news/rzd-bonus', { params: { header }, body, signal }));

/** Begins the export of the list. */
export const exportNews = async ({ header, body }: Query, purpose: string) =>
  (await answer(http.POST('/v1/news/export', { params: { header }, body: { ...body, purpose } })))
    .uuidExport;

/** Begins the export of the list of the railway bonus programme. */
export const exportRzd = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/news/rzd-bonus/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;

/** An item's place in the list. */
export const newsNeighbours = neighboursAt('/v1/news/neighbours/{uuidNews}');

/** A page of an event's participants. They have no id: `place` numbers them. */
export const listParticipants =
  (uuidNews: string) =>
  async ({ header }: Pick<ListQuery, 'header'>, signal: AbortSignal) => {
    const page = await asPage(
      http.PUT('/v1/student/request-by-event/get-students', {
        params: { header },
        body: { uuidNews },
        signal,
      }),
    );
    const rows = page.rows.map((row, i) => ({ ...row, place: header['X-Offset'] + i }));
    return { ...page, rows };
  };

/** The number of regional items that wait for the chairman. */
export const countWaiting = async (signal: AbortSignal) =>
  (await answer(http.GET('/v1/news/request/count/region', { signal }))).count;

/** An item's card. */
export const cardQuery = cardQueries('news', 'item', '/v1/news/{uuidNews}');

/** An item's history. */
export const historyQuery = historyQueries('news', '/v1/audit/news/{uuidNews}');

/** The number of students that an item would reach. */
export const reachQuery = (body: Audience) =>
  queryOptions({
    queryKey: ['news', 'reach', body],
    queryFn: async ({ signal }) =>
      (await answer(http.PUT('/v1/news/reach', { body, signal }))).count,
  });

async function universityNamed(name: string, signal: AbortSignal) {
  const found = await answer(http.PUT('/v1/univer', { body: { searchString: name }, signal }));
  return found.find(({ shortName }) => shortName === name)?.uuidUniversity;
}

/** The faculties of a university by its short name; of the operator's own for null. */
export const facultiesQuery = (university: string | null) =>
  queryOptions({
    queryKey: ['structure', 'faculties', 'of', university],
    queryFn: async ({ signal }) => {
      const uuidUniversity = university ? await universityNamed(university, signal) : undefined;
      const query = uuidUniversity ? { uuidUniversity } : {};
      const found = await answer(http.GET('/v1/univer/faculty', { params: { query }, signal }));
      return found.map((one) => ({ value: one.uuidDepartment, label: one.nameDepartment }));
    },
  });

type Move = { card: Card; to: Approval; reason?: string };

/** Publishes, declines, blocks or unblocks an item. */
export const useMove = () =>
  useDecision('news', ({ card, to, reason }: Move) =>
    answer(
      http.PUT('/v1/news/status', {
        params: { header: { 'If-Match': card.version } },
        body: { uuidNews: card.item.uuidNews, approve: to, reasonText: reason },
      }),
    ),
  );

/** Deletes an item with its survey and event. */
export const useDelete = () =>
  useDecision(
    'news',
    ({ item, version }: Card) =>
      answer(
        http.DELETE('/v1/news/{uuidNews}', {
          params: { path: { uuidNews: item.uuidNews }, header: { 'If-Match': version } },
        }),
      ),
    {
      errors: serverErrors(t.errors.delete),
      deletes: ({ item }) => [cardQuery(item.uuidNews).queryKey],
    },
  );

/** Creates an item with its survey and event in one call. */
export const useCreate = () =>
  useFormChange('news', async ({ body, key }: { body: FormBody; key: string }) => {
    const params = { header: { 'Idempotency-Key': key } };
    return (await answer(http.POST('/v1/news', { params, body }))).uuidNews;
  });

/** Saves the edit form of an item. */
export const useSave = (uuidNews: string) =>
  useFormChange('news', async ({ body, version }: { body: FormBody; version: string }) => {
    await answer(
      http.PUT('/v1/news/{uuidNews}', {
        params: { path: { uuidNews }, header: { 'If-Match': version } },
        body,
      }),
    );
    return uuidNews;
  });

/** Uploads an image; the form sends its key. */
export const uploadImage = (file: File, options: Transfer) =>
  upload('/v1/news/photo', file, options);

/** Downloads a file of an item. */
export const useDownload = (path: string, name: string) =>
  useChange({ mutationFn: () => download(path, name) });

/** The path of a survey's results. */
export const surveyFile = (uuidPooling: string) => `/v2/news/pooling/export/${uuidPooling}`;

/** The path of the list of an event's participants. */
export const participantsFile = (uuidNews: string) =>
  `/v1/student/request-by-event/students-download-xlsx/${uuidNews}`;
