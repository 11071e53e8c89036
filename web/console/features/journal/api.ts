import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import type { Body } from '../../shared/api/body';
import { http } from '../../shared/api/client';
import { asPage } from '../../shared/list/query';

/** What the journal is asked. */
export type Question = Body<'/v1/journal', 'put'>;

/** The rows that answer a question, page by page. Reading is recorded, and so never repeated by itself. */
export const rowsQuery = (body: Question) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'rows', body],
    queryFn: ({ pageParam, signal }) =>
      answer(http.PUT('/v1/journal', { params: { query: { after: pageParam } }, body, signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Begins the export of all rows that answer a question; resolves to its id. */
export const exportRows = async (body: Question, purpose: string) =>
  (await answer(http.POST('/v1/journal/export', { body: { ...body, purpose } }))).uuidExport;

/** A row with its change. */
export const rowQuery = (number: number) =>
  queryOptions({
    queryKey: ['journal', 'row', number],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/journal/{number}', { params: { path: { number } }, signal })),
  });

/** Finds operators by name. */
export async function findOperators(searchString: string, signal: AbortSignal) {
  const header = { 'X-Limit': 20, 'X-Sort-Field': 'surname', 'X-Sort-Direction': 'ASC' } as const;
  const call = http.PUT('/v1/operators', { params: { header }, body: { searchString }, signal });
  const { rows } = await asPage(call);
  return rows.map(({ uuidOperator, surname, name, login }) => ({
    value: uuidOperator,
    label: `${surname} ${name}, ${login}`,
  }));
}

/** Finds students by name, phone or code. */
export async function findPeople(searchString: string, signal: AbortSignal) {
  const found = await answer(http.PUT('/v1/journal/people', { body: { searchString }, signal }));
  return found.map(({ uuidUser, fullName }) => ({ value: uuidUser, label: fullName }));
}
