import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { memberQuery } from './member';

it('logs nothing about a request that a newer one replaced', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked: AbortSignal[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { signal } = input as Request;
    asked.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const client = new QueryClient();
  const asking = client.fetchQuery({ ...memberQuery, retry: false });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await client.cancelQueries({ queryKey: memberQuery.queryKey });
  await expect(asking).rejects.toThrow();
  expect(asked[0]?.aborted).toBe(true);
  expect(logged).not.toHaveBeenCalled();
});
