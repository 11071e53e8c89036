import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { startSession } from '../session/session';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { defineList } from './define';
import { ListPage } from './ListPage';

type Row = { id: string; owner: string; name: string };

const pressed = vi.fn();

// A list that belongs to a card: named by its second column, with buttons on its rows, without a search.
const list = defineList({
  area: 'promotions',
  path: '/things',
  back: '/card',
  search: false,
  fetch: async () => ({ rows: [{ id: 't-1', owner: 'Хозяин', name: 'Вещь' }], total: 1 }),
  pageSize: 15,
  sort: { name: { label: 'По названию', first: 'ASC' } },
  filters: {},
  columns: [
    { title: 'Чья', text: ({ owner }: Row) => owner, after: () => <i>сосед</i> },
    { title: 'Что', text: ({ name }) => name, heading: true },
  ],
  row: {
    id: ({ id }) => id,
    href: (id) => `/things/${id}`,
    tools: ({ id }) => (
      <button type="button" onClick={() => pressed(id)}>
        Запереть
      </button>
    ),
  },
  texts: { title: 'Вещи', empty: 'Вещей нет' },
});

const pages = {
  '/things': () => <ListPage list={list} />,
  '/things/$id': () => <p>открыта</p>,
  '/card': () => <p>карточка</p>,
};

beforeEach(() => startSession({ access: jwt(), refresh: 'r' }));

it('names a row by the column that says so', async () => {
  await renderPages(pages);
  const row = await screen.findByRole('row', { name: /Вещь/ });
  const links = within(row).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Вещь']);
  expect(screen.getByRole('columnheader', { name: 'Действия' })).toBeDefined();
});

it('presses a row’s button without opening the row', async () => {
  const router = await renderPages(pages);
  await userEvent.click(await screen.findByRole('button', { name: 'Запереть' }));
  expect(pressed).toHaveBeenCalledWith('t-1');
  expect(router.state.location.pathname).toBe('/things');
});

it('keeps heading, signs and buttons on the phone', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        ...{ matches: query.includes('767'), media: query },
        ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      }) as unknown as MediaQueryList,
  );
  await renderPages(pages);
  const card = within(await screen.findByRole('listitem'));
  expect(card.getByRole('link').textContent).toBe('Вещь');
  expect(card.getByText('сосед')).toBeDefined();
  await userEvent.click(card.getByRole('button', { name: 'Запереть' }));
  expect(pressed).toHaveBeenCalledTimes(2);
});

let rows = [{ id: 't-1', owner: 'Хозяин', name: 'Вещь' }];
let client: QueryClient | undefined;
function Question({ name }: Row) {
  const [open, setOpen] = useState(false);
  client = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Убрать
      </button>
      {open && (
        <ConfirmDialog
          title="Убрать?"
          text={name}
          confirm="Да"
          onConfirm={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
const asking = defineList({
  ...list,
  fetch: async () => ({ rows, total: rows.length }),
  row: { ...list.row, tools: (row: Row) => <Question {...row} /> },
});

describe('a dialog about a row', () => {
  it('stays when a reload removes the row, and says so', async () => {
    await renderPages({ ...pages, '/things': () => <ListPage list={asking} /> });
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Убрать?' }));
    expect(dialog.queryByText(/список обновился/)).toBeNull();
    rows = [];
    await client?.invalidateQueries();
    expect(await dialog.findByText(/список обновился/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByText('Вещей нет')).toBeDefined();
  });
});

it('stands within a card: it leads back to it, and has no search', async () => {
  const router = await renderPages(pages);
  await screen.findByRole('row', { name: /Вещь/ });
  expect(screen.queryByRole('searchbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  expect(await screen.findByText('карточка')).toBeDefined();
  expect(router.state.location.pathname).toBe('/card');
});
