import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { type Member, memberQuery, useEnter } from '../../shared/api/member';
import type { components } from '../../shared/api/schema.gen';

/** A given consent. */
export type Consent = components['schemas']['MembersConsentWire'];

/** The first page of notices, for the badge. */
const latestQuery = queryOptions({
  queryKey: ['notices', 'latest'],
  meta: { kept: true },
  refetchInterval: 3 * 60_000,
  queryFn: ({ signal }) => answer(http.GET('/s/v1/notices', { signal })),
});

/** The number of unread notices on the first page. */
export function useFreshNotices(): number {
  const { data } = useQuery(latestQuery);
  return data?.items.filter(({ isRead }) => !isRead).length ?? 0;
}

/** All notices, newest first. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'all'],
  meta: { kept: true },
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: after, signal }) =>
    answer(http.GET('/s/v1/notices', { params: { query: { after } }, signal })),
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** Marks all notices as read. The open list keeps its marks. */
export function useReadNotices() {
  const client = useQueryClient();
  return useChange({
    mutationFn: () => answer(http.PUT('/s/v1/notices/read')),
    onSuccess: () => client.invalidateQueries({ queryKey: latestQuery.queryKey }),
  });
}

/** The own sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const params = { query: { limit: 100 } };
    return (await answer(http.GET('/s/v1/sessions', { params, signal }))).items;
  },
});

/** Ends the session of another device. */
export function useEndSession() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuid: string) =>
      answer(http.DELETE('/s/v1/sessions/{uuid}', { params: { path: { uuid } } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** The given consents. */
export const consentsQuery = queryOptions({
  queryKey: ['consents'],
  queryFn: async ({ signal }) => (await answer(http.GET('/s/v1/consents', { signal }))).items,
});

/** Withdraws a consent; without a required one the membership ends. */
export function useWithdraw() {
  const client = useQueryClient();
  const enter = useEnter();
  return useChange({
    mutationFn: ({ kind }: Consent) =>
      answer(http.DELETE('/s/v1/consents/{kind}', { params: { path: { kind } } })),
    onSuccess: (_done, { isRequired, kind }) =>
      isRequired || kind === 'parent'
        ? enter(null, true)
        : client.invalidateQueries({ queryKey: consentsQuery.queryKey }),
  });
}

function useProfileChange<V>(send: (variables: V) => Promise<Member>) {
  const client = useQueryClient();
  return useChange({
    mutationFn: send,
    onSuccess: (member) => client.setQueryData(memberQuery.queryKey, member),
  });
}

/** Changes the e-mail; an empty one removes it. */
export const useChangeEmail = () =>
  useProfileChange((email: string) => answer(http.PATCH('/s/v1/me', { body: { email } })));

/** Changes the number, confirmed by a code. */
export const useChangePhone = () =>
  useProfileChange((body: { attempt: string; code: string }) =>
    answer(http.PUT('/s/v1/me/phone', { body })),
  );

/** Signs out. Fails without a network, because only the server can remove the cookie. */
export function useSignOut() {
  const enter = useEnter();
  return useChange({
    mutationFn: () => answer(http.DELETE('/s/v1/auth/session')),
    onSuccess: () => enter(null, true),
  });
}

/** Leaves the programme. */
export function useLeave() {
  const enter = useEnter();
  return useChange({
    mutationFn: () => answer(http.POST('/s/v1/me/erasure')),
    onSuccess: () => enter(null, true),
  });
}
