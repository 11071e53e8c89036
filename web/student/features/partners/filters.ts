import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** The filters of the list. They are in the URL, so that Back restores the list. */
export type Filters = { search: string; category: string; isOpen: boolean; isFavourite: boolean };

/** Reads the filters from a URL. */
export const filtersOf = (params: URLSearchParams): Filters => ({
  search: params.get('search') ?? '',
  category: params.get('category') ?? '',
  isOpen: params.has('open'),
  isFavourite: params.has('favourite'),
});

/** The search parameters of filters, without defaults. */
export function paramsOf({ search, category, isOpen, isFavourite }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category) params.set('category', category);
  if (isOpen) params.set('open', '1');
  if (isFavourite) params.set('favourite', '1');
  return params;
}

/** The filters in the URL and a setter. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const change = useCallback(
    (changes: Partial<Filters>) =>
      setParams((now) => paramsOf({ ...filtersOf(now), ...changes }), { replace: true }),
    [setParams],
  );
  return { filters, change };
}
