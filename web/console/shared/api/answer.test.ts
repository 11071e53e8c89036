import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, reply } from '../../../kit/api/answer';
import { asProblem, Problem, problemOf } from '../../../kit/api/problem';
import { callTimeout } from '../../../kit/api/send';
import { uuid } from '../../../kit/api/uuid';
import { fakeServer, problem } from '../../test/server';
import { inWords } from '../notice/catalogue';
import { openHttp } from './transport';

const reset = 'PUT /auth/reset';
const ask = (signal?: AbortSignal) =>
  openHttp.PUT('/auth/reset', { body: { login: 'a@b.ru' }, signal });

afterEach(() => vi.useRealTimers());

describe('an answer', () => {
  it('is the body', async () => {
    fakeServer({ [reset]: { body: { done: 1 } } });
    expect(await answer(ask())).toEqual({ done: 1 });
  });

  it('comes with its headers when asked', async () => {
    fakeServer({ [reset]: { headers: { ETag: '"7"', 'x-record-count': '1284' } } });
    const { headers } = await reply(ask());
    expect([headers.get('etag'), headers.get('X-Record-Count')]).toEqual(['"7"', '1284']);
  });

  it('is a problem when refused', async () => {
    fakeServer({ [reset]: problem(422, 'Проверьте поля', [{ field: 'login', message: 'нет' }]) });
    await expect(answer(ask())).rejects.toMatchObject({
      status: 422,
      detail: 'Проверьте поля',
      errors: [{ field: 'login', message: 'нет' }],
    });
  });

  it('is a problem if a proxy answers instead of the server', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(answer(ask())).rejects.toMatchObject({ status: 502, detail: '' });
  });

  it.each([
    [200, false],
    [7000, true],
  ])('that fails after %i ms has let the person wait: %s', async (after, waited) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    fakeServer({
      [reset]: () => {
        now = after;
        return problem(503);
      },
    });
    await expect(answer(ask())).rejects.toMatchObject({ status: 503, waited });
  });

  it('is a problem when it is not JSON', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }));
    await expect(answer(ask())).rejects.toMatchObject({ name: 'Problem', status: 0 });
  });

  it('is a problem after eight seconds of silence', async () => {
    expect(callTimeout).toBe(8000);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    vi.stubGlobal('fetch', (request: Request) =>
      request.signal.aborted ? Promise.reject(new TypeError('aborted')) : new Promise(() => {}),
    );
    await expect(answer(ask())).rejects.toMatchObject({ status: 0, waited: true });
  });

  it('is a problem when the connection breaks while it is read', async () => {
    const torn = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
    vi.stubGlobal('fetch', async () => new Response(torn, { status: 200 }));
    await expect(answer(ask())).rejects.toMatchObject({ status: 0, waited: false });
  });

  it('stays a cancellation when the caller cancels', async () => {
    const cancel = new AbortController();
    vi.stubGlobal('fetch', async () => {
      cancel.abort();
      throw new DOMException('cancelled', 'AbortError');
    });
    await expect(answer(ask(cancel.signal))).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a problem', () => {
  it('keeps the number of an unexpected error', () => {
    expect(problemOf(500, { number: 'A1B2C3D4' }).number).toBe('A1B2C3D4');
  });
  it('ignores errors of another shape', () => {
    const errors = [{ field: 'a', message: 'b' }, 'x', null, { location: 'c' }];
    expect(problemOf(422, { errors }).errors).toEqual([{ field: 'a', message: 'b' }]);
  });
  it('is returned unchanged', () => {
    const own = new Problem(404);
    expect(asProblem(own)).toBe(own);
  });
  it('of our code is reported as a bug and logged once', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const bug = new TypeError("Cannot read properties of undefined (reading 'map')");
    expect(inWords(asProblem(bug)).text).toMatch(/^Произошла непредвиденная ошибка/);
    asProblem(bug);
    expect(log.mock.calls).toEqual([[bug]]);
  });
  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('of the network is a page whose code does not come: %s', (message) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(asProblem(new TypeError(message)).status).toBe(0);
    expect(log).not.toHaveBeenCalled();
  });
});

it('makes UUIDs with and without a secure context', () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuid()).toMatch(shape);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(uuid()).toMatch(shape);
  expect(uuid()).not.toBe(uuid());
  vi.unstubAllGlobals(); // test files share a worker
});
