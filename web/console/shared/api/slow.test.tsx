import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../../kit/api/answer';
import { renderBare } from '../../test/render';
import { http } from './client';
import { slowAfter } from './slow';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const word = () => screen.queryByText('Сервер отвечает дольше обычного…');
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

it('shows a notice from the third second of a call until its answer', async () => {
  let reply = (_response: Response) => undefined as unknown;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (reply = resolve)));
  renderBare(null);
  const pending = answer(http.GET('/v1/category'));
  await pass(slowAfter - 1);
  expect(word()).toBeNull();
  await pass(1);
  expect(word()).not.toBeNull();
  reply(new Response('[]'));
  await act(() => pending);
  await pass(0);
  expect(word()).toBeNull();
});

it('shows nothing for a quick call', async () => {
  vi.stubGlobal('fetch', async () => new Response('[]'));
  renderBare(null);
  await answer(http.GET('/v1/category'));
  await pass(slowAfter);
  expect(word()).toBeNull();
});
