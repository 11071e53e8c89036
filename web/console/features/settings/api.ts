import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import type { Body, Complete } from '../../shared/api/body';
import { http } from '../../shared/api/client';
import { waitBriefly } from '../../shared/api/effects';
import { refreshSession } from '../../shared/session/refresh';
import { readTokens } from '../../shared/session/storage';

const keys = {
  profile: ['settings', 'profile'],
  link: ['settings', 'link'],
  sessions: ['settings', 'sessions'],
};

/** What operators may change of their own data. */
export type Profile = Complete<Body<'/operator/info', 'put'>>;

/** The operator's own data. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: async ({ signal }) =>
    (await answer(http.GET('/operator/info', { signal }))).operatorInfo,
});

/** Saves the operator's own data. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: Profile) => answer(http.PUT('/operator/info', { body })),
    meta: { errors: 'form' },
    onSuccess: () => {
      // The menu shows the name from the token.
      const renewed = refreshSession(readTokens()?.access ?? null);
      return waitBriefly(
        Promise.all([renewed, client.invalidateQueries({ queryKey: keys.profile })]),
      );
    },
  });
}

/** Chooses the first page after sign-in. */
export function useSetStart() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (opensAttention: boolean) =>
      answer(http.PUT('/v1/settings/start', { body: { opensAttention } })),
    onSettled: () => waitBriefly(client.invalidateQueries({ queryKey: keys.profile })),
  });
}

/** Turns single keys on or off. The switch is in the token. */
export const useSetKeys = () =>
  useChange({
    mutationFn: (body: Body<'/v1/settings/keys', 'put'>) =>
      answer(http.PUT('/v1/settings/keys', { body })),
    onSuccess: () => refreshSession(readTokens()?.access ?? null),
  });

/** Changes the password; a 401 means that the old one is wrong. */
export const changePassword = (body: { oldPassword: string; newPassword: string }) =>
  answer(http.PUT('/auth/password', { body }));

/** The university's messenger link; empty when there is none. */
export const linkQuery = queryOptions({
  queryKey: keys.link,
  queryFn: ({ signal }) => answer(http.GET('/v1/get-link-to-messenger', { signal })),
});

type LinkChange = { settingLink: string; key?: string };

/** Sets the messenger link; an empty one removes it. */
export function useSaveLink({ inForm }: { inForm: boolean }) {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ settingLink, key }: LinkChange) =>
      answer(
        http.POST('/v1/set-link-to-messenger', {
          params: { header: { 'Idempotency-Key': key } },
          body: { settingLink },
        }),
      ),
    meta: inForm ? { errors: 'form' } : undefined,
    onSuccess: (_answer, { settingLink }) => client.setQueryData(keys.link, settingLink),
  });
}

/** The operator's own sessions. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => answer(http.GET('/v1/auth/sessions', { signal })),
});

/** Ends one of the own sessions, or all others. */
export function useEndSession() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidSession: string | null) =>
      uuidSession === null
        ? answer(http.DELETE('/v1/auth/sessions'))
        : answer(
            http.DELETE('/v1/auth/sessions/{uuidSession}', { params: { path: { uuidSession } } }),
          ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}
