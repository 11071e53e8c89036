import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * useMutation that runs one request at a time: the second click of a double click comes before React has rendered the
 * pending state, and would send the request twice. The second call gets the result of the first.
 */
export function useChange<T, V = void>(
  options: UseMutationOptions<T, Error, V>,
): UseMutationResult<T, Error, V> {
  const mutation = useMutation(options);
  const running = useRef<Promise<T>>(undefined);
  const { mutateAsync: start } = mutation;
  const mutateAsync: typeof start = (...args) => {
    if (running.current) return running.current;
    const started = start(...args).finally(() => {
      if (running.current === started) running.current = undefined;
    });
    running.current = started;
    return started;
  };
  return {
    ...mutation,
    mutateAsync,
    mutate: (...args) => void mutateAsync(...args).catch(() => undefined), // the mutation cache shows it
    reset: () => {
      running.current = undefined;
      mutation.reset();
    },
  };
}
