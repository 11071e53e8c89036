import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { invalidateArea } from '../api/effects';
import { startSession } from '../session/session';
import { defineList, type ListPlace } from './define';
import { Neighbours } from './Neighbours';

const neighbours = vi.fn<(id: string) => Promise<ListPlace>>();
const list = defineList({
  area: 'students',
  path: '/',
  fetch: async () => ({ rows: [], total: 0 }),
  neighbours: (id) => neighbours(id),
  pageSize: 15,
  sort: { id: { label: 'По дате', first: 'DESC' } },
  filters: {},
  columns: [],
  row: { id: (id: string) => id, href: (id) => `/card/${id}` },
  texts: { title: 'Студенты', empty: 'Нет' },
});

function Card() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const client = useQueryClient();
  return (
    <>
      <h1>{id}</h1>
      <button type="button" onClick={() => void invalidateArea(client, 'students')}>
        Заблокировать
      </button>
      <Neighbours list={list} id={id} />
    </>
  );
}

const pages = { '/card/$id': Card, '/edit': () => <p>Правка</p> };
const place = () => screen.queryByRole('navigation')?.textContent;
const gone: ListPlace = { previous: null, next: null, position: 0, total: 99 };

beforeEach(() => {
  startSession({ access: jwt(), refresh: 'r' });
  neighbours
    .mockReset()
    .mockImplementation(async () => ({ previous: 'a', next: 'c', position: 3, total: 100 }));
});

it('stay those that were seen when a decision takes the card off the list', async () => {
  const router = await renderPages(pages, '/card/b');
  await waitFor(() => expect(place()).toBe('3 из 100'));
  neighbours.mockResolvedValue(gone);
  await user.click(screen.getByRole('button', { name: 'Заблокировать' }));
  await waitFor(() => expect(neighbours).toHaveBeenCalledTimes(2));
  expect(place()).toBe('3 из 100');
  // Also after a way to the edit page and back.
  await router.navigate({ to: '/edit' });
  await screen.findByText('Правка');
  await router.navigate({ to: '/card/b' });
  await waitFor(() => expect(place()).toBe('3 из 100'));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/card/c'));
});

it('are none for a card that was never seen in the list', async () => {
  neighbours.mockResolvedValue(gone);
  await renderPages(pages, '/card/b');
  await waitFor(() => expect(neighbours).toHaveBeenCalled());
  expect(place()).toBeUndefined();
});

it('of the card before do not stay after a failure', async () => {
  const router = await renderPages(pages, '/card/b');
  await waitFor(() => expect(place()).toBe('3 из 100'));
  neighbours.mockRejectedValue(new Problem(500));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/card/c'));
  await waitFor(() => expect(place()).toBeUndefined());
});

it('are reached by arrows unless keys are turned off', async () => {
  const router = await renderPages(pages, '/card/b');
  await waitFor(() => expect(place()).toBe('3 из 100'));
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/card/a'));
  await waitFor(() => expect(neighbours).toHaveBeenLastCalledWith('a'));
  act(() => void startSession({ access: jwt({ pageKeys: false }), refresh: 'r' }));
  await user.keyboard('{ArrowRight}');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(router.state.location.pathname).toBe('/card/a');
});
