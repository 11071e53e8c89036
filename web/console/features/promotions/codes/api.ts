import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useChange } from '../../../../kit/api/useChange';
import { http, patiently } from '../../../shared/api/client';
import { download } from '../../../shared/api/download';
import { type Transfer, upload } from '../../../shared/api/upload';
import { asPage, type ListQuery } from '../../../shared/list/query';
import { t } from '../texts';
import { isRunning } from './rules';

// Milliseconds (rules 8.8).
const pollInterval = 2000;

/** The counts of a promotion's codes, polled while an import runs. */
export const countsQuery = (uuidStock: string) =>
  queryOptions({
    queryKey: ['promotions', 'codes', uuidStock],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/stock/{uuidStock}/codes/count', { params: { path: { uuidStock } }, signal }),
      ),
    refetchInterval: ({ state }) => (isRunning(state.data?.import) ? pollInterval : false),
  });

/** A page of the codes taken by students. */
export const listTaken = (
  uuidStock: string,
  { header }: Pick<ListQuery, 'header'>,
  signal: AbortSignal,
) =>
  asPage(
    http.GET('/v1/stock/{uuidStock}/statistic', {
      params: { header, path: { uuidStock } },
      signal,
    }),
  );

/** Downloads all taken codes as a spreadsheet. */
export const useDownloadTaken = () =>
  useChange({
    mutationFn: ({ uuidStock, name }: { uuidStock: string; name: string }) =>
      download(`/v1/stock/${uuidStock}/statistic/xlsx`, t.statistics.file(name)),
  });

/** Uploads a codes file; the form sends its key. */
export const uploadCodes = async (file: File, options: Transfer) =>
  (await upload('/v2/upload-photo', file, options)).keyFile;

/** Checks an uploaded file without importing it. */
export const checkCodes = (fileUrl: string, uuidStock: string | undefined, signal: AbortSignal) =>
  answer(
    http.POST('/v1/stock/codes/check', { body: { fileUrl, uuidStock }, signal, ...patiently }),
  );

/** Searches all promotions for a code. */
export const useFindCode = () =>
  useChange({
    mutationFn: (codeValue: string) =>
      answer(http.PUT('/v1/stock/codes/find', { body: { codeValue } })),
    meta: { errors: 'form' },
  });
