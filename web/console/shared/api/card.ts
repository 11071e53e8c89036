import { queryOptions } from '@tanstack/react-query';
import { answer, type Call, reply } from '../../../kit/api/answer';
import type { Area } from '../access/access.gen';
import type { ListPlace } from '../list/define';
import type { ListQuery } from '../list/query';
import { http } from './client';
import type { paths } from './schema.gen';

/** Paths with one parameter, the id of the card: /v1/student/{uuidUser}. */
type CardPath = Extract<keyof paths, `${string}/{${string}}`>;
type HistoryPath = Extract<CardPath, `/v1/audit/${string}`>;
type NeighbourPath = {
  [P in keyof paths]: P extends `${string}/neighbours/${string}` | `${string}/neighbours`
    ? paths[P] extends { put: { requestBody?: unknown } }
      ? P
      : never
    : never;
}[keyof paths];

type Content<T> = { content: { 'application/json': T } };
type Got<P extends CardPath> = paths[P] extends { get: { responses: { 200: Content<infer T> } } }
  ? T
  : never;
type PutBody<P extends NeighbourPath> =
  paths[P]['put']['requestBody'] extends Content<infer T> ? T : never;

// The parameter has another name in each path, so openapi-fetch cannot check it here; the id always fits.
const paramsOf = (path: string, id: string) => ({ [/\{(\w+)\}/.exec(path)?.[1] ?? '']: id });

const get = <P extends CardPath>(path: P, id: string, signal: AbortSignal) =>
  http.GET(path as never, { params: { path: paramsOf(path, id) }, signal } as never) as Call<
    Got<P>
  >;

/** A loaded object under its name, with its ETag: a change sends it back as If-Match. */
export type Versioned<N extends string, T> = Record<N, T> & { version: string };

/** Makes the query of an area's card: `cardQueries('students', 'student', '/v1/student/{uuidUser}')`. */
export const cardQueries =
  <N extends string, P extends CardPath>(area: Area, name: N, path: P) =>
  (id: string) =>
    queryOptions({
      queryKey: [area, 'card', id],
      queryFn: async ({ signal }) => {
        const { data, headers } = await reply(get(path, id, signal));
        return { [name]: data, version: headers.get('etag') ?? '' } as Versioned<N, Got<P>>;
      },
    });

/** Makes the query of a card's history, latest first. */
export const historyQueries =
  <P extends HistoryPath>(area: Area, path: P) =>
  (id: string) =>
    queryOptions({
      queryKey: [area, 'history', id],
      queryFn: ({ signal }) => answer(get(path, id, signal)),
    });

/** Makes the call that finds a card's place in its list. */
export const neighboursAt =
  <P extends NeighbourPath>(path: P) =>
  (id: string, query: Pick<ListQuery, 'header'> & { body: PutBody<P> }, signal: AbortSignal) => {
    const { header, body } = query;
    const params = { header, path: paramsOf(path, id) };
    return answer(http.PUT(path as never, { params, body, signal } as never) as Call<ListPlace>);
  };
