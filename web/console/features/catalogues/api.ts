import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import type { Body, Complete } from '../../shared/api/body';
import { cardQueries, historyQueries } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { upload } from '../../shared/api/upload';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { EntryValues, UniversityValues } from './rules';
import type { Consent, Kind, Loaded, Merging, Reasons } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: { searchString: string } };

/** A page of universities. */
export const listUniversities = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/catalog/universities', { params: { header }, body, signal }));

/** A university's card. */
export const universityQuery = cardQueries(
  'catalogues',
  'university',
  '/v1/catalog/universities/{uuidUniversity}',
);

/** A university's history. */
export const historyQuery = historyQueries('catalogues', '/v1/audit/university/{uuidUniversity}');

const bodyOf = ({ version: _, ...body }: UniversityValues) =>
  body satisfies Complete<Body<'/v1/catalog/universities', 'post'>>;

/** Adds a university (no id), or changes one. */
export const useSaveUniversity = (uuidUniversity: string | undefined) =>
  useFormChange('catalogues', ({ values, key }: { values: UniversityValues; key: string }) =>
    uuidUniversity
      ? answer(
          http.PUT('/v1/catalog/universities/{uuidUniversity}', {
            params: {
              path: { uuidUniversity },
              header: { 'If-Match': values.version },
            },
            body: bodyOf(values),
          }),
        )
      : answer(
          http.POST('/v1/catalog/universities', {
            params: { header: { 'Idempotency-Key': key } },
            body: bodyOf(values),
          }),
        ),
  );

/** Deletes a university that nothing belongs to. */
export const useDeleteUniversity = () =>
  useDecision(
    'catalogues',
    (uuidUniversity: string) =>
      answer(
        http.DELETE('/v1/catalog/universities/{uuidUniversity}', {
          params: { path: { uuidUniversity } },
        }),
      ),
    {
      deletes: (uuid) => [
        ['catalogues', 'card', uuid],
        ['catalogues', 'history', uuid],
      ],
      background: true,
    },
  );

/** A page of a catalogue. */
export const listEntries =
  (kind: Kind) =>
  ({ header, body }: Query, signal: AbortSignal) =>
    asPage(http.PUT(`/v1/catalog/${kind}`, { params: { header }, body, signal }));

const longestPage = 100;

/** All entries of a short catalogue, to choose from. */
export const entriesQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['catalogues', 'choices', kind],
    queryFn: async ({ signal }) => {
      const header = { 'X-Offset': 0, 'X-Limit': longestPage };
      const found = await answer(
        http.PUT(`/v1/catalog/${kind}`, { params: { header }, body: {}, signal }),
      );
      return found.map(({ id, name }) => ({ value: id, label: name }));
    },
  });

type EntryChange = { id: string | null; values: EntryValues; key: string };

const sendEntry = (kind: Kind, { id, values: body, key }: EntryChange) => {
  if (id === null) {
    const params = { header: { 'Idempotency-Key': key } };
    return answer(http.POST(`/v1/catalog/${kind}`, { params, body }));
  }
  return kind === 'regions'
    ? answer(http.PUT('/v1/catalog/regions/{code}', { params: { path: { code: id } }, body }))
    : answer(http.PUT(`/v1/catalog/${kind}/{uuid}`, { params: { path: { uuid: id } }, body }));
};

/** Adds an entry, or changes one. */
export const useSaveEntry = (kind: Kind) =>
  useFormChange(
    'catalogues',
    async (change: EntryChange): Promise<unknown> => sendEntry(kind, change),
  );

/** Deletes an entry that nothing refers to. */
export const useDeleteEntry = (kind: Kind) =>
  useDecision('catalogues', (id: string) =>
    kind === 'regions'
      ? answer(http.DELETE('/v1/catalog/regions/{code}', { params: { path: { code: id } } }))
      : answer(http.DELETE(`/v1/catalog/${kind}/{uuid}`, { params: { path: { uuid: id } } })),
  );

/** Starts to merge an entry into another. */
export const useMerge = (kind: Merging) =>
  useFormChange('catalogues', ({ id, into, key }: { id: string; into: string; key: string }) =>
    answer(
      http.POST(`/v1/catalog/${kind}/{uuid}/merge`, {
        params: { path: { uuid: id }, header: { 'Idempotency-Key': key } },
        body: { uuidInto: into },
      }),
    ),
  );

const whileRunning = 1500; // ms

/** The last merges, asked for again while one is running. */
export const mergesQuery = queryOptions({
  queryKey: ['catalogues', 'merges'],
  queryFn: ({ signal }) => answer(http.GET('/v1/catalog/merges', { signal })),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'running') ? whileRunning : false,
});

/** What the dialogs of decisions offer. */
export const reasonsQuery = queryOptions({
  queryKey: ['catalogues', 'reasons'],
  queryFn: ({ signal }) => answer(http.GET('/v1/reasons', { signal })),
});

/** Replaces what a dialog offers. */
export const useSaveReasons = () =>
  useFormChange('catalogues', ({ kind, reasons, version }: Reasons) =>
    answer(
      http.PUT('/v1/catalog/reasons/{kind}', {
        params: { path: { kind } },
        body: { reasons, version },
      }),
    ),
  );

/** All versions of all consent texts. */
export const consentsQuery = queryOptions({
  queryKey: ['catalogues', 'consents'],
  queryFn: ({ signal }) => answer(http.GET('/v1/catalog/consents', { signal })),
});

type NewText = { consent: Consent; title: string; body: string; key: string };

/** Stores a new version of a text. */
export const useAddConsent = () =>
  useFormChange('catalogues', ({ consent: { kind, version }, title, body, key }: NewText) =>
    answer(
      http.POST('/v1/catalog/consents/{kind}', {
        params: { path: { kind }, header: { 'Idempotency-Key': key } },
        body: { title, body, version },
      }),
    ),
  );

type Sent = { kind: Loaded; file: File; dry: boolean };

/** Counts what a csv has, or loads it. */
export const useImport = () =>
  useFormChange('catalogues', ({ kind, file, dry }: Sent) =>
    upload(`/v1/catalog/${kind}/import`, file, { headers: { 'X-Dry-Run': String(dry) } }),
  );
