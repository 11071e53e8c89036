import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../kit/api/useChange';
import type { Area } from '../access/access.gen';
import type { ErrorTexts } from '../notice/catalogue';
import { invalidateArea } from './effects';

/** Explains a 409 with the server's text: it names what is in the way or who was first. */
export const conflictText: ErrorTexts = { 409: (problem) => problem.detail };

type Send<T, V> = (variables: V) => Promise<T>;

type FormOptions = {
  /** Refetches after a failure too: a 409 then shows what somebody else has added. */
  afterFailure?: boolean;
};

/** A change sent by a form, which shows the failure itself. On success the area is refetched. */
export function useFormChange<T, V>(area: Area, send: Send<T, V>, options: FormOptions = {}) {
  const client = useQueryClient();
  const refetch = () => invalidateArea(client, area);
  return useChange({
    mutationFn: send,
    meta: { errors: 'form' },
    ...(options.afterFailure ? { onSettled: refetch } : { onSuccess: refetch }),
  });
}

type Options<V> = {
  /** The screen's own texts for failures. */
  errors?: ErrorTexts;
  /** Queries of what the change deletes: they are dropped, because a refetch would be a 404. */
  deletes?: (variables: V) => readonly QueryKey[];
  /** Does not delay onSuccess until the refetch: the component may be gone by then. */
  background?: boolean;
};

/**
 * A change sent by a button: a failure is a notification, a 409 in the server's words. The area is refetched after a
 * failure too, because a 409 means that somebody else has changed what the screen shows.
 */
export function useDecision<T, V>(area: Area, send: Send<T, V>, options: Options<V> = {}) {
  const { errors, deletes, background } = options;
  const client = useQueryClient();
  return useChange({
    mutationFn: send,
    meta: { errors: { ...conflictText, ...errors } },
    onSuccess: (_result, variables) => {
      for (const queryKey of deletes?.(variables) ?? []) client.removeQueries({ queryKey });
    },
    onSettled: () => {
      const refetched = invalidateArea(client, area);
      return background ? undefined : refetched;
    },
  });
}
