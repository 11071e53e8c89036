import { queryOptions } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http, patiently } from '../../shared/api/client';
import { download } from '../../shared/api/download';
import type { components } from '../../shared/api/schema.gen';
import { type Transfer, upload } from '../../shared/api/upload';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import { isUnderWay } from './rules';
import { t } from './texts';

type Schemas = components['schemas'];

/** How many codes there are, how long they last, and how the last file fares. */
export type Counts = Schemas['PromotionsCountsWire'];

/** A file of codes that is being taken over, or the last one that was. */
export type Import = NonNullable<Schemas['PromotionsImportWire']>;

/** What a file would bring. */
export type Check = Schemas['PromotionsCheckWire'];

/** A line of a file that somebody should look at. */
export type Line = Schemas['PromotionsBadLineWire'];

/** A code that a student has. */
export type Taken = Schemas['PromotionsTakenWire'];

/** A promotion that has the code asked for. */
export type Found = Schemas['PromotionsFoundWire'];

// Spec §9: work of the server is asked after every two seconds.
const pollEvery = 2000;

/** The counts of a promotion's codes; while a file is under way they are asked for again and again. */
export const countsQuery = (uuidStock: string) =>
  queryOptions({
    queryKey: ['promotions', 'codes', uuidStock],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/stock/{uuidStock}/codes/count', { params: { path: { uuidStock } }, signal }),
      ),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.import) ? pollEvery : false),
  });

/** A page of the codes that students have. */
export const listTaken = (
  uuidStock: string,
  { header }: Pick<ListQuery, 'header'>,
  signal: AbortSignal,
) =>
  asPage(
    wholeAnswer(
      http.GET('/v1/stock/{uuidStock}/statistic', {
        params: { header, path: { uuidStock } },
        signal,
      }),
    ),
  );

/** Saves all codes that students have as a spreadsheet. */
export const useDownloadTaken = () =>
  useChange({
    mutationFn: ({ uuidStock, name }: { uuidStock: string; name: string }) =>
      download(`/v1/stock/${uuidStock}/statistic/xlsx`, t.statistics.file(name)),
  });

/** Uploads a file of codes; its key goes into the form. */
export const uploadCodes = async (file: File, options: Transfer) =>
  (await upload('/v2/upload-photo', file, options)).keyFile;

/** A dry run of an uploaded file; nothing of it is kept. */
export const checkCodes = (fileUrl: string, uuidStock: string | undefined, signal: AbortSignal) =>
  answer(
    http.POST('/v1/stock/codes/check', { body: { fileUrl, uuidStock }, signal, ...patiently }),
  );

/** Looks for a code in all promotions. */
export const useFindCode = () =>
  useChange({
    mutationFn: (codeValue: string) =>
      answer(http.PUT('/v1/stock/codes/find', { body: { codeValue } })),
    meta: { errors: 'form' },
  });
