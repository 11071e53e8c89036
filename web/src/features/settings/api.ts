import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { waitBriefly } from '../../shared/api/effects';
import type { paths } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { refreshSession } from '../../shared/session/refresh';
import { readTokens } from '../../shared/session/storage';

const keys = { profile: ['settings', 'profile'], link: ['settings', 'link'] };

type Body<P extends keyof paths, M extends 'put' | 'post'> =
  paths[P] extends Record<M, { requestBody: { content: { 'application/json': infer B } } }>
    ? B
    : never;

/** What an operator may change of his own data. */
export type Profile = Body<'/operator/info', 'put'>;

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
      // The name in the menu comes from the token.
      const renewed = refreshSession(readTokens()?.access ?? null);
      return waitBriefly(
        Promise.all([renewed, client.invalidateQueries({ queryKey: keys.profile })]),
      );
    },
  });
}

/** Changes the password; 401 means a wrong old one. */
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
