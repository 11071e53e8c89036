import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { logout, patience } from './logout';
import { getSession, startSession } from './session';
import { readTokens, writeLastUrl, writeTokens } from './storage';
import { ageOf, refreshEvery, watchSession } from './watch';

const refresh = 'PUT /v1/auth/refreshtoken';
const goodbye = 'DELETE /v1/auth/session';
const pair = () => ({ body: { accessToken: jwt({ jti: Math.random() }), refreshToken: 'r2' } });

let stop: () => void = () => undefined;
const watch = async () => {
  stop = await watchSession();
};
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('at the start', () => {
  it('knows synchronously that nobody is signed in', async () => {
    const seen = fakeServer({});
    await watch();
    expect(getSession()).toEqual({ status: 'out' });
    expect(seen).toEqual([]);
  });

  it('trusts a fresh token without a request', async () => {
    const seen = fakeServer({});
    writeTokens({ access: jwt(), refresh: 'r1' });
    await watch();
    expect(getSession().status).toBe('in');
    expect(seen).toEqual([]);
  });

  it('refreshes an old token first', async () => {
    const seen = fakeServer({ [refresh]: pair() });
    const iat = Date.now() / 1000 - 300;
    writeTokens({ access: jwt({ iat }), refresh: 'r1' });
    await watch();
    expect(seen.map(({ call }) => call)).toEqual([refresh]);
    expect(getSession().status).toBe('in');
  });

  it('ends a session whose old token cannot be refreshed', async () => {
    fakeServer({ [refresh]: problem(401) });
    writeTokens({ access: jwt({ exp: 1 }), refresh: 'r1' });
    await watch();
    expect(getSession()).toEqual({ status: 'out' });
  });

  it('logs out an unknown role', async () => {
    fakeServer({});
    writeTokens({ access: jwt({ role: 'student' }), refresh: 'r1' });
    await watch();
    expect(getSession()).toEqual({ status: 'out' });
    expect(readTokens()).toBeNull();
  });

  it('stays signed in if the server is unreachable', async () => {
    fakeServer({ [refresh]: problem(503) });
    writeTokens({ access: jwt({ iat: 1 }), refresh: 'r1' });
    await watch();
    expect(getSession().status).toBe('in');
  });
});

describe('while running', () => {
  it('refreshes every four minutes', async () => {
    const seen = fakeServer({ [refresh]: pair });
    writeTokens({ access: jwt(), refresh: 'r1' });
    await watch();
    await vi.advanceTimersByTimeAsync(refreshEvery - 1000);
    expect(seen).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(refreshEvery);
    expect(seen).toHaveLength(2);
  });

  it('skips the refresh that another tab has just made', async () => {
    const seen = fakeServer({ [refresh]: pair });
    writeTokens({ access: jwt(), refresh: 'r1' });
    await watch();
    await vi.advanceTimersByTimeAsync(refreshEvery - 1000);
    localStorage.setItem('accessToken', jwt({ jti: 'from another tab' }));
    dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    await vi.advanceTimersByTimeAsync(refreshEvery - 1000);
    expect(seen).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).toHaveLength(1);
  });

  it('retries while the server is unreachable', async () => {
    const seen = fakeServer({ [refresh]: problem(503) });
    writeTokens({ access: jwt(), refresh: 'r1' });
    await watch();
    await vi.advanceTimersByTimeAsync(2 * refreshEvery);
    expect(seen).toHaveLength(2);
    expect(getSession().status).toBe('in');
  });

  it('starts with a sign-in and stops with the logout of another tab', async () => {
    const seen = fakeServer({ [refresh]: pair });
    await watch();
    startSession({ access: jwt(), refresh: 'r1' });
    await vi.advanceTimersByTimeAsync(refreshEvery);
    expect(seen).toHaveLength(1);
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(getSession()).toEqual({ status: 'out' });
    await vi.advanceTimersByTimeAsync(2 * refreshEvery);
    expect(seen).toHaveLength(1);
  });
});

describe('ageOf', () => {
  const at = (iat: number, exp = iat + 600) => ageOf(jwt({ iat, exp }), 10_000_000);
  it.each([
    ['just issued', at(10_000), 0],
    ['a minute old', at(9_940), 60_000],
    ['from a clock a little ahead', at(10_030), 0],
    ['from the future', at(20_000), refreshEvery],
    ['expired', at(9_000, 9_999), refreshEvery],
    ['unreadable', ageOf('x', 1), refreshEvery],
  ])('%s', (_name, age, expected) => expect(age).toBe(expected));
});

describe('logout', () => {
  it.each([
    ['answered', { [goodbye]: {} }, true],
    ['already ended', { [goodbye]: problem(401) }, true],
    ['refused', { [goodbye]: problem(500) }, false],
    ['unreachable', {}, false],
  ])('tells the server first and empties the storage: %s', async (_name, table, told) => {
    const seen = fakeServer(table);
    startSession({ access: jwt(), refresh: 'r1' });
    writeLastUrl('/settings');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    expect(await logout()).toBe(told);
    expect(seen).toMatchObject([{ call: goodbye, body: { refreshToken: 'r1' }, token: null }]);
    expect(localStorage).toHaveLength(0);
    expect(getSession()).toEqual({ status: 'out' });
  });

  it('does not wait long for a server that does not answer', async () => {
    let reply = (_reply: object) => undefined as unknown;
    fakeServer({ [goodbye]: () => new Promise((resolve) => (reply = resolve)) });
    startSession({ access: jwt(), refresh: 'r1' });
    const told = logout();
    await vi.advanceTimersByTimeAsync(patience);
    expect(getSession()).toEqual({ status: 'out' });
    reply({});
    expect(await told).toBe(true);
  });
});
