import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery } from './api';
import { questionsList } from './list';

/** The list of a category: undefined until the categories have loaded, and if there is no such category. */
export function useCategoryList(id: string) {
  const query = useQuery(categoriesQuery);
  const { data } = query;
  const category = data?.find(({ uuidCategory }) => uuidCategory === id);
  const list = useMemo(
    () => (data && category ? questionsList(data, category) : undefined),
    [data, category],
  );
  return { list, query };
}
