import { type DehydratedState, QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { keepQueries, keptPart } from './cache';
import * as storage from './kept';

const query = (name: string, kept: true | 'recent', at: number, data: unknown = name) =>
  ({
    queryKey: [name],
    queryHash: name,
    meta: { kept },
    state: { data, dataUpdatedAt: at, status: 'success' },
  }) as unknown as DehydratedState['queries'][number];

const namesOf = ({ queries }: DehydratedState) => queries.map(({ queryHash }) => queryHash);

describe('the persisted cache', () => {
  it('has all kept queries, but only the forty latest recent ones', () => {
    const recent = Array.from({ length: 50 }, (_, i) => query(`r${i}`, 'recent', i));
    const names = namesOf(
      keptPart({ mutations: [], queries: [query('card', true, 0), ...recent] }),
    );
    expect(names).toHaveLength(41);
    expect(names).toContain('card');
    expect(names).toContain('r49');
    expect(names).not.toContain('r9');
  });

  it('survives a failed refetch', () => {
    const failed = query('card', true, 0);
    Object.assign(failed.state, { status: 'error', error: new Error('offline') });
    const { queries } = keptPart({ mutations: [], queries: [failed] });
    expect(queries[0]?.state).toMatchObject({ data: 'card', status: 'success', error: null });
  });

  it('has only the first page of a list', () => {
    const data = { pages: [{ items: [1] }, { items: [2] }], pageParams: [undefined, 'next'] };
    const { queries } = keptPart({ mutations: [], queries: [query('list', true, 0, data)] });
    expect(queries[0]?.state.data).toEqual({ pages: [{ items: [1] }], pageParams: [undefined] });
    expect(data.pages).toHaveLength(2); // the list on the screen is unchanged
  });

  it('is written in the next task, once for simultaneous changes (rules 29.5)', async () => {
    vi.spyOn(storage, 'readKept').mockResolvedValue(undefined);
    const written = vi.spyOn(storage, 'keep').mockResolvedValue(undefined);
    const client = new QueryClient();
    await keepQueries(client);
    client.setQueryDefaults(['card'], { meta: { kept: true } });
    client.setQueryData(['card'], 'first');
    client.setQueryData(['card'], 'second');
    await new Promise((resolve) => setTimeout(resolve));
    expect(written).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(written.mock.calls)).toContain('second');
  });
});
