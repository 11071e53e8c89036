import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { noteChange } from './sent';

const keyOf = (variables: unknown) =>
  JSON.stringify(variables, (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  ) ?? '';

/**
 * useMutation that sends the same change once at a time: the second click of a double click comes before React has rendered
 * the pending state, and would send the request twice. The second call gets the result of the first.
 */
export function useChange<T, V = void>(
  options: UseMutationOptions<T, Error, V>,
): UseMutationResult<T, Error, V> {
  const mutation = useMutation(options);
  const running = useRef(new Map<string, Promise<T>>());
  const { mutateAsync: start } = mutation;
  const mutateAsync: typeof start = (...args) => {
    const key = keyOf(args[0]);
    const same = running.current.get(key);
    if (same) return same;
    noteChange();
    const started = start(...args).finally(() => {
      if (running.current.get(key) === started) running.current.delete(key);
    });
    running.current.set(key, started);
    return started;
  };
  return {
    ...mutation,
    mutateAsync,
    mutate: (...args) => void mutateAsync(...args).catch(() => undefined), // the mutation cache shows it
    reset: () => {
      running.current.clear();
      mutation.reset();
    },
  };
}
