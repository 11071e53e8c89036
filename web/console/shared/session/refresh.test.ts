import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../../kit/api/answer';
import { Problem } from '../../../kit/api/problem';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { http } from '../api/client';
import { refreshSession } from './refresh';
import { adoptStored, getSession } from './session';
import { readTokens, writeTokens } from './storage';

const refresh = 'PUT /v1/auth/refreshtoken';
const info = 'GET /operator/info';
const old = jwt({ jti: 'old' });
const fresh = jwt({ jti: 'fresh' });
const pair = { body: { accessToken: fresh, refreshToken: 'r2' } };

/** Answers 401 to every token but the valid one. */
const guarded = (good: string) => (request: Request) =>
  request.headers.get('X-Access-Token') === good
    ? { body: { operatorInfo: { name: 'Мария' } } }
    : problem(401);

const ask = () => answer(http.GET('/operator/info'));

beforeEach(() => {
  writeTokens({ access: old, refresh: 'r1' });
  adoptStored();
});

describe('after a 401', () => {
  it('refreshes once for five parallel calls and repeats each', async () => {
    const seen = fakeServer({ [info]: guarded(fresh), [refresh]: pair });
    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    expect(answers.map(({ operatorInfo }) => operatorInfo.name)).toEqual(Array(5).fill('Мария'));
    expect(seen.filter(({ call }) => call === refresh)).toHaveLength(1);
    expect(seen.filter(({ call }) => call === info)).toHaveLength(10);
    expect(readTokens()).toEqual({ access: fresh, refresh: 'r2' });
  });

  it('uses a newer token of another tab without a refresh', async () => {
    const seen = fakeServer({
      [info]: (request) => {
        if (request.headers.get('X-Access-Token') === old) {
          localStorage.setItem('accessToken', fresh); // another tab refreshes while this call is in flight
          localStorage.setItem('refreshToken', 'r2');
        }
        return guarded(fresh)(request);
      },
      [refresh]: pair,
    });
    await ask();
    expect(seen.map(({ call }) => call)).toEqual([info, info]);
  });

  it('retries only once', async () => {
    const seen = fakeServer({ [info]: problem(401), [refresh]: pair });
    await expect(ask()).rejects.toMatchObject({ status: 401 });
    expect(seen.map(({ call }) => call)).toEqual([info, refresh, info]);
  });

  it('keeps the body and the key of a repeated POST', async () => {
    const set = 'POST /v1/set-link-to-messenger';
    const seen = fakeServer({ [set]: guarded(fresh), [refresh]: pair });
    await answer(
      http.POST('/v1/set-link-to-messenger', { body: { settingLink: 'https://t.me/a' } }),
    );
    const [first, , second] = seen;
    expect(second).toMatchObject({ call: set, body: { settingLink: 'https://t.me/a' } });
    expect(second?.key).toBe(first?.key);
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is unreachable, not signed out, if the refresh is unreachable', async () => {
    fakeServer({ [info]: problem(401), [refresh]: problem(503) });
    await expect(ask()).rejects.toMatchObject({ status: 0 });
    expect(getSession().status).toBe('in');
  });

  it('treats a 401 with a field error as an answer', async () => {
    const password = 'PUT /auth/password';
    const wrong = problem(401, 'x', [{ field: 'oldPassword', message: 'x' }]);
    const seen = fakeServer({ [password]: wrong, [refresh]: pair });
    const body = { oldPassword: 'a', newPassword: 'b' };
    await expect(answer(http.PUT('/auth/password', { body }))).rejects.toMatchObject({
      status: 401,
      errors: [{ field: 'oldPassword' }],
    });
    expect(seen.map(({ call }) => call)).toEqual([password]);
  });
});

describe('refreshSession', () => {
  it.each([401, 403])('ends the session on %i', async (status) => {
    fakeServer({ [refresh]: problem(status) });
    expect(await refreshSession(old)).toBe('ended');
    expect(readTokens()).toBeNull();
    expect(getSession()).toEqual({ status: 'out' });
  });

  it.each([400, 404, 422, 429, 500, 503])('keeps the session on %i', async (status) => {
    fakeServer({ [refresh]: problem(status) });
    expect(await refreshSession(old)).toBe('failed');
    expect(readTokens()?.access).toBe(old);
    expect(getSession().status).toBe('in');
  });

  it('keeps the session without a network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await refreshSession(old)).toBe('failed');
    expect(getSession().status).toBe('in');
  });

  it('ends the session if the new token has an unknown role', async () => {
    fakeServer({ [refresh]: { body: { accessToken: jwt({ role: 'x' }), refreshToken: 'r2' } } });
    expect(await refreshSession(old)).toBe('ended');
    expect(readTokens()).toBeNull();
  });

  it('does not restore a session that has ended in the meantime', async () => {
    fakeServer({
      [refresh]: () => {
        localStorage.clear();
        return pair;
      },
    });
    expect(await refreshSession(old)).toBe('ended');
    expect(localStorage).toHaveLength(0);
  });

  it('takes the lock shared by all tabs', async () => {
    fakeServer({ [refresh]: pair });
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => work());
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    expect(await refreshSession(old)).toBe('fresh');
    expect(request).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, 'locks');
  });
});

it('turns an offline call into a problem', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(ask()).rejects.toBeInstanceOf(Problem);
  await expect(ask()).rejects.toMatchObject({ status: 0 });
});
