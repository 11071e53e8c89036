import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { startSession } from '../session/session';
import { defineList } from './define';
import { choices } from './filters/choices';
import { cityFilter } from './filters/cities';
import { ListPage } from './ListPage';
import { Neighbours } from './Neighbours';

const fruit = defineList({
  area: 'partners',
  path: '/fruit',
  fetch: async ({ body }) => {
    const none = body.searchString === 'нет';
    return { rows: none ? [] : [{ id: '1' }], total: none ? 0 : 40 };
  },
  neighbours: async () => ({ previous: null, next: null, position: 1, total: 40 }),
  pageSize: 4,
  sort: { date: { label: 'По дате', first: 'DESC' } },
  filters: {
    kinds: choices('Вид', {
      queryKey: ['kinds'],
      queryFn: async () => [
        { value: 'a', label: 'Яблоки' },
        { value: 'b', label: 'Груши' },
      ],
    }),
    cities: cityFilter({ key: 'fruit', find: async () => [] }),
  },
  columns: [{ title: 'Номер', text: ({ id }: { id: string }) => id }],
  row: { id: ({ id }) => id, href: (id) => `/fruit/${id}` },
  selection: () => null,
  texts: { title: 'Фрукты', empty: 'Пусто' },
});

const page = () => <ListPage list={fruit} />;

const open = async (at: string) => {
  const card = () => <Neighbours list={fruit} id="1" />;
  const router = await renderPages({ '/fruit': page, '/fruit/$id': card }, at);
  await screen.findByText(/^Найдено|из 40$/);
  return router;
};
const press = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole('button', { name })).at(-1) as Element);
const onSummary = () => document.activeElement?.textContent?.startsWith('Найдено');

beforeEach(() => startSession({ access: jwt(), refresh: 'r' }));

describe('the current page', () => {
  const current = () =>
    [...document.querySelectorAll('[aria-current]')].map((link) => link.textContent);

  it.each([
    ['', ['1']],
    ['?page=2', ['2']],
    ['?page=10', ['10']],
    ['?kinds=a&page=2', ['2']],
  ])('is the only one that is marked: %s', async (search, expected) => {
    await open(`/fruit${search}`);
    expect(current()).toEqual(expected);
  });

  it('is none beside a card, at the ends of its list either', async () => {
    await open('/fruit/1?kinds=a');
    expect(current()).toEqual([]);
    expect(screen.getAllByRole('link').map((link) => link.ariaDisabled)).toEqual(['true', 'true']);
  });

  it('leads nowhere beyond the ends', async () => {
    await open('/fruit');
    const nav = screen.getByRole('navigation', { name: 'Страницы' });
    const back = within(nav).getByRole('link', { name: 'Назад' });
    expect([back.getAttribute('aria-disabled'), back.hasAttribute('href')]).toEqual([
      'true',
      false,
    ]);
  });
});

describe('the focus', () => {
  it('goes to the summary when a chip is taken away', async () => {
    const router = await open('/fruit?kinds=a.b');
    await press(/Убрать фильтр: Яблоки/);
    await waitFor(() => expect(router.state.location.search).toEqual({ kinds: 'b' }));
    await waitFor(() => expect(onSummary()).toBe(true));
  });

  it('goes to the summary when everything is reset, wherever from', async () => {
    const router = await open('/fruit?search=нет');
    await press('Сбросить всё');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await waitFor(() => expect(onSummary()).toBe(true));
  });

  it('goes to the summary when the selection is dropped', async () => {
    await open('/fruit');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: 1' }));
    await press('Снять выбор');
    await waitFor(() => expect(onSummary()).toBe(true));
  });

  it('goes to the search of the popup when all cities are dropped', async () => {
    const router = await open('/fruit?cities=c-1.c-2');
    await press('Города · 2');
    await press('Убрать все');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Найти город');
  });

  it('stays where it is as long as that is there', async () => {
    const router = await open('/fruit?kinds=a');
    const next = screen.getByRole('link', { name: 'Далее' });
    await userEvent.click(next);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ kinds: 'a' }));
    await screen.findByText(/^Найдено/);
    expect(document.activeElement === next).toBe(true);
  });
});

it('a slash begins a search until it is switched off', async () => {
  await open('/fruit');
  const box = screen.getByRole('searchbox');
  await userEvent.keyboard('/');
  expect(document.activeElement === box).toBe(true);
  box.blur();
  act(() => void startSession({ access: jwt({ slashKey: false }), refresh: 'r' }));
  await userEvent.keyboard('/');
  expect(document.activeElement === box).toBe(false);
  expect(box.title).toBe('');
});

describe('what is read aloud', () => {
  it('stands in a region that was there before: the total and the number of ticked rows', async () => {
    await open('/fruit');
    const region = screen.getByText(/^Найдено/);
    expect(region.getAttribute('role')).toBe('status');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: 1' }));
    expect(screen.getByText('Выбрано: 1') === region).toBe(true);
  });
});
