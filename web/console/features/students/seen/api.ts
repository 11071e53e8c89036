import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { http } from '../../../shared/api/client';

const at = (uuidUser: string, after: string) => ({
  params: { path: { uuidUser }, query: after === '' ? {} : { after } },
});

/** Who opened a student's card, the latest first. */
export const viewsQuery = (uuidUser: string) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'seen', uuidUser],
    queryFn: ({ pageParam, signal }) =>
      answer(http.GET('/v1/journal/seen/{uuidUser}', { ...at(uuidUser, pageParam), signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** Who exported a student, the latest first; each page looks through a part of the exports. */
export const exportsQuery = (uuidUser: string) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'seen', uuidUser, 'exports'],
    queryFn: ({ pageParam, signal }) =>
      answer(
        http.GET('/v1/journal/seen/{uuidUser}/exports', { ...at(uuidUser, pageParam), signal }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** Whose lists showed a student, the latest first; each page looks through a part of them. */
export const listsQuery = (uuidUser: string) =>
  infiniteQueryOptions({
    queryKey: ['journal', 'seen', uuidUser, 'lists'],
    queryFn: ({ pageParam, signal }) =>
      answer(http.GET('/v1/journal/seen/{uuidUser}/lists', { ...at(uuidUser, pageParam), signal })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
