import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jwt } from '../../test/tokens';
import { useIdentityQuestion } from '../confirm/identity';
import { writeTokens } from '../session/storage';
import { download } from './download';

const second = 1000;
const offered: Blob[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  writeTokens({ access: jwt(), refresh: 'r1' });
  offered.length = 0;
  URL.createObjectURL = (file) => `blob:${offered.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});
afterEach(() => vi.useRealTimers());

/** A server that sends one chunk whenever one is due and leaves the body open. */
function sendPieces(pieces: number, every: number, whenDone: 'close' | 'hang') {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        signal.addEventListener('abort', () => out.error(new DOMException('x', 'AbortError')));
        const timer = setInterval(() => {
          sent += 1;
          if (sent <= pieces) return out.enqueue(new Uint8Array([sent]));
          clearInterval(timer);
          if (whenDone === 'close') out.close();
        }, every);
        signal.addEventListener('abort', () => clearInterval(timer));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/csv' } });
  });
}

it('continues as long as chunks arrive', async () => {
  sendPieces(5, 20 * second, 'close');
  const done = download('/files/x', 'x.csv');
  await vi.advanceTimersByTimeAsync(6 * 20 * second);
  await done;
  expect(offered[0]?.size).toBe(5);
  expect(offered[0]?.type).toBe('text/csv');
});

it('is a problem half a minute after the last chunk', async () => {
  sendPieces(2, second, 'hang');
  const failed = expect(download('/files/x', 'x.csv')).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(32 * second + 1);
  await failed;
  expect(offered).toEqual([]);
});

it('is a problem after 15 minutes in any case', async () => {
  sendPieces(1000, second, 'close');
  const failed = expect(download('/files/x', 'x.csv')).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(15 * 60 * second);
  await failed;
});

it('reports why it is refused', async () => {
  const body = JSON.stringify({ detail: 'Файла нет' });
  vi.stubGlobal('fetch', async () => new Response(body, { status: 404 }));
  await expect(download('/files/x', 'x.csv')).rejects.toMatchObject({
    status: 404,
    detail: 'Файла нет',
  });
});

it.each([true, false])('asks for a proof of identity: %s', async (isProved) => {
  const refusal = JSON.stringify({ type: 'confirm', detail: 'Подтвердите, что это вы.' });
  let proved = false;
  vi.stubGlobal('fetch', async () =>
    proved ? new Response('file') : new Response(refusal, { status: 403 }),
  );
  const { result: question } = renderHook(() => useIdentityQuestion());
  const refused = download('/files/x', 'x.csv').then(
    () => null,
    (thrown: unknown) => thrown,
  );
  await vi.waitFor(() => expect(question.current).not.toBeNull());
  proved = isProved;
  act(() => question.current?.settle(isProved));
  if (isProved) expect(await refused).toBeNull();
  else expect(await refused).toMatchObject({ status: 403, type: 'confirm' });
  expect(offered).toHaveLength(isProved ? 1 : 0);
});
