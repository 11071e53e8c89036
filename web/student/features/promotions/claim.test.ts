import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem, unreachable } from '../../../kit/api/problem';
import * as kept from '../../shared/storage/kept';
import * as api from './api';
import { ask, isInLine } from './claim';
import { inFours } from './inFours';
import { withCode } from './useClaim';

const promotion: api.OwnCode['promotion'] = {
  ...{ id: 'p-1', name: 'Кофе', description: '', partner: { id: 'a', name: 'Кофейня' } },
  ...{ begin: '2026-11-01', end: '2026-12-01', perStudent: 1 },
  state: 'running',
  codesLeft: 'many',
};
const code: api.OwnCode = { code: 'AB12', takenAt: '2026-11-18T10:00:00Z', promotion };

describe('a claim', () => {
  const memory = new Map<string, unknown>();
  const keys: string[] = [];
  const answers: (() => unknown)[] = [];

  beforeEach(() => {
    memory.clear();
    keys.length = 0;
    answers.length = 0;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    vi.spyOn(kept, 'readKept').mockImplementation(async (name) => memory.get(name) as never);
    vi.spyOn(kept, 'keep').mockImplementation(async (name, value) => {
      memory.set(name, value);
    });
    vi.spyOn(kept, 'forget').mockImplementation(async (name) => {
      memory.delete(name);
    });
    vi.spyOn(kept, 'keepOnce').mockImplementation(async (name, make) => {
      if (!memory.has(name)) memory.set(name, make());
      return memory.get(name) as never;
    });
    vi.spyOn(api, 'claim').mockImplementation(async (_promotion, key) => {
      keys.push(key);
      return answers.shift()?.() as api.OwnCode;
    });
  });

  const fails = (problem: Problem) => () => {
    throw problem;
  };

  it('keeps its key until it is answered', async () => {
    answers.push(
      fails(new Problem(unreachable)),
      fails(new Problem(503)),
      fails(new Problem(429)),
      () => code,
      () => code,
    );
    for (let i = 0; i < 3; i += 1) await expect(ask('p-1')).rejects.toThrow();
    expect(await ask('p-1')).toBe(code);
    expect(new Set(keys).size).toBe(1);
    await ask('p-1');
    expect(keys[4]).not.toBe(keys[0]);
  });

  it('has one key per promotion', async () => {
    answers.push(fails(new Problem(503)), fails(new Problem(503)));
    await expect(ask('p-1')).rejects.toThrow();
    await expect(ask('p-2')).rejects.toThrow();
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('stays in the queue with its key until it fails', async () => {
    answers.push(() => ({ place: 7, retryAfter: 2 }), fails(new Problem(unreachable)));
    expect(await ask('p-1')).toEqual({ place: 7, retryAfter: 2 });
    expect(await isInLine('p-1')).toBe(true);
    await expect(ask('p-1')).rejects.toThrow();
    expect(keys[0]).toBe(keys[1]);
    expect(await isInLine('p-1')).toBe(false); // nothing is sent later automatically
  });

  it.each([403, 404, 409, 422])('ends when the server refuses: %i', async (status) => {
    answers.push(fails(new Problem(status)), () => code);
    await expect(ask('p-1')).rejects.toThrow();
    await ask('p-1');
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('sends nothing without a network, also not later', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(ask('p-1')).rejects.toMatchObject({ status: unreachable, type: 'notSent' });
    expect(keys).toEqual([]);
    expect(memory.size).toBe(0);
  });
});

describe('own codes', () => {
  it('have the new one on top, without duplicates', () => {
    const first = withCode(undefined, code);
    expect(first.pages[0]?.items).toEqual([code]);
    expect(withCode(first, code).pages[0]?.items).toEqual([code]);
    const other = { ...code, code: 'CD34' };
    expect(withCode(first, other).pages[0]?.items).toEqual([other, code]);
  });

  it.each([
    ['ABCD1234', 'ABCD 1234'],
    ['1234567', '1234 567'],
    ['ЁЖИК2026', 'ЁЖИК 2026'],
    ['SHORT', 'SHORT'],
    ['SB146-3KYY3FCP', 'SB146-3KYY3FCP'],
    ['', ''],
  ])('%s is read as %s', (typed, shown) => {
    expect(inFours(typed).join(' ')).toBe(shown);
  });
});
