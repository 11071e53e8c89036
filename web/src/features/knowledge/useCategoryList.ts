import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery } from './api';
import { questionsList } from './list';

/** The list of a category; none while the categories are not known, or when there is no such category. */
export function useCategoryList(id: string) {
  const { data, error, refetch, isFetching } = useQuery(categoriesQuery);
  const category = data?.find(({ uuidCategory }) => uuidCategory === id);
  const list = useMemo(
    () => (data && category ? questionsList(data, category) : undefined),
    [data, category],
  );
  return { list, loaded: data !== undefined, error, refetch, isFetching };
}
