import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { asProblem } from '../../../kit/api/problem';
import { useOnline } from '../online';
import { forgetAllBut } from '../storage/kept';
import { forgetTyped } from '../storage/typed';
import { http } from './client';
import type { components } from './schema.gen';

/** The signed-in member. */
export type Member = components['schemas']['MembersProfileWire'];

/** The state of an application: none, moderation, rejected, active, expired, blocked. */
export type Standing = Member['applicationStatus'];

/** Storage keys of unsent applications, which survive the session. */
export const draftPrefix = 'draft/';

/** The signed-in member; null for a guest. */
export const memberQuery = queryOptions({
  queryKey: ['member'],
  meta: { kept: true },
  queryFn: async ({ signal }): Promise<Member | null> => {
    try {
      return await answer(http.GET('/s/v1/me', { signal }));
    } catch (thrown) {
      if (!signal.aborted && asProblem(thrown).status === 401) return null;
      throw thrown;
    }
  },
});

/** The cached member; undefined while unknown. */
export const useMember = () => useQuery(memberQuery);

const lookEvery = 15_000; // ms

/** The cached member; asked for again and again while the server does not answer, to see when it does. */
export function useMemberAndServer() {
  const isOnline = useOnline();
  return useQuery({ ...memberQuery, refetchInterval: isOnline ? false : lookEvery });
}

/** The state of the application; guests have none. */
export function useStanding(): Standing | 'guest' {
  const { data } = useMember();
  return data?.applicationStatus ?? 'guest';
}

/** The own application and the decision about it. */
export const applicationQuery = queryOptions({
  queryKey: ['application'],
  meta: { kept: true },
  queryFn: ({ signal }) => answer(http.GET('/s/v1/application', { signal })),
});

/** The key of the own card, which other screens may read. */
export const cardKey = ['card'] as const;

/** Changes the current member. The end of a session keeps drafts only; a sign-out deletes them too. */
export function useEnter() {
  const client = useQueryClient();
  return async (member: Member | null, isOwnWish = false) => {
    client.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== memberQuery.queryKey[0],
    });
    if (!member) {
      if (isOwnWish) forgetTyped();
      await (isOwnWish ? forgetAllBut() : forgetAllBut(draftPrefix));
    }
    if (member) await forgetAllBut('cache', draftPrefix + member.id); // removes the data of another member
    client.setQueryData(memberQuery.queryKey, member);
  };
}
