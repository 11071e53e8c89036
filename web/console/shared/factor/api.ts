import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../api/client';
import type { components } from '../api/schema.gen';
import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';

/** The operator's own second factor. */
export type Factor = components['schemas']['AuthFactorWire'];

const key = ['settings', 'factor'];

/** Query options of the operator's own second factor. */
export const factorQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => answer(http.GET('/v1/auth/factor', { signal })),
});

/** Starts a set-up: a new key for the app. */
export const startFactor = () => answer(http.PUT('/v1/auth/factor'));

/** Refetches the factor, and the token, which has its state. */
function useAfterChange() {
  const client = useQueryClient();
  return () => {
    void refreshSession(readTokens()?.access ?? null);
    return client.invalidateQueries({ queryKey: key });
  };
}

/** Switches the new factor on by its first code; the answer has the recovery codes. */
export function useEnableFactor() {
  const onSuccess = useAfterChange();
  return useChange({
    mutationFn: (code: string) => answer(http.PUT('/v1/auth/factor/confirm', { body: { code } })),
    meta: { errors: 'form' },
    onSuccess,
  });
}

/** Replaces the recovery codes. */
export function useRenewCodes() {
  const onSuccess = useAfterChange();
  return useChange({ mutationFn: () => answer(http.PUT('/v1/auth/factor/codes')), onSuccess });
}

/** Switches the factor off. */
export function useDisableFactor() {
  const onSuccess = useAfterChange();
  return useChange({
    mutationFn: () => answer(http.DELETE('/v1/auth/factor')),
    meta: { errors: { 409: (problem) => problem.detail } },
    onSuccess,
  });
}
