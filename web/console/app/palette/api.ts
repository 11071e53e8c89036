import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../../shared/api/client';

/** The shortest text that is looked for: one letter finds everybody. */
export const shortest = 2;

/** What the server finds in all areas of the operator. */
export const findQuery = (q: string) =>
  queryOptions({
    queryKey: ['attention', 'find', q],
    queryFn: ({ signal }) => answer(http.PUT('/v1/find', { body: { q }, signal })),
    enabled: q.length >= shortest,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
