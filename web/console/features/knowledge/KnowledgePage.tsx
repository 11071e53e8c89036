import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ListPage } from '../../shared/list/ListPage';
import { categoriesQuery } from './api';
import { questionsList } from './list';

/** /knowledge: the categories, and the search over all of them. */
export function KnowledgePage() {
  const { data } = useQuery(categoriesQuery);
  const list = useMemo(() => questionsList(data ?? []), [data]);
  return <ListPage list={list} />;
}
