import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../api/client';
import type { components } from '../api/schema.gen';
import { t } from './texts';

/** A number of rows that require attention. */
export type Task = components['schemas']['AttentionTaskWire'];

const every = 180_000;

/** What requires the operator's attention, asked again every three minutes. */
export const attentionQuery = queryOptions({
  queryKey: ['attention', 'tasks'],
  queryFn: async ({ signal }) => {
    const tasks = await answer(http.GET('/v1/attention', { signal }));
    // A newer server may know kinds that this console has no words for.
    return tasks.filter(({ kind }) => Object.hasOwn(t.rows, kind));
  },
  staleTime: 30_000,
  refetchInterval: every,
});
