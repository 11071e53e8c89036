import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import type { Area } from '../access/access.gen';
import { useDecision, useFormChange } from '../api/areaChange';
import { http } from '../api/client';
import type { components } from '../api/schema.gen';

/** A saved view. */
export type View = components['schemas']['ViewsViewWire'];

/** What the dialog of a view sends. */
export type ViewValues = { name: string; query: string; isShared: boolean };

/** The views of a list: the own ones in their order, then those of others. */
export const viewsQuery = (list: Area) =>
  queryOptions({
    queryKey: ['attention', 'views', list],
    queryFn: ({ signal }) => answer(http.GET('/v1/views', { params: { query: { list } }, signal })),
  });

/** The views of all lists that the operator has. */
export const allViewsQuery = queryOptions({
  queryKey: ['attention', 'views'],
  queryFn: ({ signal }) => answer(http.GET('/v1/views', { signal })),
});

/** Saves a new view. */
export const useAddView = (list: Area) =>
  useFormChange('attention', ({ values, key }: { values: ViewValues; key: string }) =>
    answer(
      http.POST('/v1/views', {
        params: { header: { 'Idempotency-Key': key } },
        body: { list, ...values },
      }),
    ),
  );

/** Changes a view of one's own. */
export const useSaveView = () =>
  useFormChange('attention', ({ uuidView, values }: { uuidView: string; values: ViewValues }) =>
    answer(http.PUT('/v1/views/{uuidView}', { params: { path: { uuidView } }, body: values })),
  );

/** Deletes a view of one's own. */
export const useDeleteView = () =>
  useDecision('attention', (uuidView: string) =>
    answer(http.DELETE('/v1/views/{uuidView}', { params: { path: { uuidView } } })),
  );

/** Puts the own views in an order. */
export const useArrangeViews = (list: Area) =>
  useDecision('attention', (uuidViews: string[]) =>
    answer(http.PUT('/v1/views', { body: { list, uuidViews } })),
  );
