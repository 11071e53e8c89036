import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { waitBriefly } from '../../shared/api/effects';
import { type Export, readExport } from '../../shared/export/api';
import { asPage, type ListQuery } from '../../shared/list/query';
import { isOpen } from './rules';

/** A page of the operator's own exports. */
export const listExports = ({ header }: Pick<ListQuery, 'header'>, signal: AbortSignal) =>
  asPage(http.GET('/v1/exports', { params: { header }, signal }));

const pollEvery = 2000; // ms

/** The state of an export, watched until it has ended. */
export const stateQuery = (listed: Export) =>
  queryOptions({
    queryKey: ['settings', 'export', listed.uuidExport],
    queryFn: ({ signal }) => readExport(listed.uuidExport, signal),
    initialData: listed,
    enabled: isOpen(listed),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pollEvery : false),
  });

/** Cancels an export. */
export function useCancel() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidExport: string) =>
      answer(http.PUT('/v1/exports/{uuidExport}/cancel', { params: { path: { uuidExport } } })),
    onSettled: () => waitBriefly(client.invalidateQueries({ queryKey: ['settings'] })),
  });
}
