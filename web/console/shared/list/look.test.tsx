import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { startSession } from '../session/session';
import { defineList } from './define';
import { twoWay } from './filters/twoWay';
import { ListPage } from './ListPage';

type Row = { id: string; home: string };

const fetchRows = vi.fn(async (_query: unknown) => ({
  rows: [
    { id: 'Один', home: 'МГУ' },
    { id: 'Два', home: 'СПбГУ' },
  ] as readonly Row[],
  total: 2,
}));

const list = defineList({
  area: 'students',
  path: '/things',
  fetch: fetchRows,
  pageSize: 15,
  sort: {
    date: { label: 'По дате', first: 'DESC' },
    name: { label: 'По имени', first: 'ASC' },
  },
  filters: {
    status: twoWay(
      'Статус',
      [
        ['moderation', 'На модерации'],
        ['rejected', 'Отклонена'],
      ],
      { moderation: 'Ждут', rejected: 'Отклонённые' },
    ),
  },
  columns: [
    { title: 'Имя', text: ({ id }: Row) => id, width: [100, 300], sort: 'name' },
    { title: 'Телефон', text: () => '1', width: 152, from: 'unfolded' },
    { title: 'Подана', text: () => '2', width: 100, from: 'wide' },
    { title: 'Дом', text: ({ home }) => home, shownTo: ({ role }) => role === 'operator_all' },
  ],
  row: { id: ({ id }) => id },
  actions: () => <button type="button">Добавить</button>,
  selection: () => null,
  texts: { title: 'Вещи', empty: 'Вещей нет', hint: 'Добавьте первую.' },
});

const open = async (at = '/things', claims = {}) => {
  startSession({ access: jwt(claims), refresh: 'r' });
  const router = await renderPages({ '/things': () => <ListPage list={list} /> }, at);
  await screen.findByText('Найдено: 2');
  return router;
};

const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        ...{ matches: query.includes('767'), media: query },
        ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      }) as unknown as MediaQueryList,
  );

beforeEach(() => {
  fetchRows.mockClear();
});

describe('columns', () => {
  it('are as wide as they say, and leave the rest empty', async () => {
    await open();
    const { style } = screen.getByRole('table');
    const dom = 'minmax(120px, 360px) minmax(0, 1fr)';
    expect(style.getPropertyValue('--wide')).toBe(`36px minmax(100px, 300px) 152px 100px ${dom}`);
    expect(style.getPropertyValue('--unfolded')).toBe(`36px minmax(100px, 300px) 152px ${dom}`);
    expect(style.getPropertyValue('--folded')).toBe(`36px minmax(100px, 300px) ${dom}`);
  });

  it('may be for some roles alone', async () => {
    await open('/things', { role: 'chairman' });
    expect(screen.queryByRole('columnheader', { name: 'Дом' })).toBeNull();
    expect(screen.queryByText('СПбГУ')).toBeNull();
  });
});

it('marks chosen rows', async () => {
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Два' }));
  const marks = screen.getAllByRole('row').map((row) => row.hasAttribute('data-selected'));
  expect(marks).toEqual([false, false, true]);
});

it('filters by one click, without a chip, and takes it back by another', async () => {
  const router = await open();
  const waiting = screen.getByRole('button', { name: 'Ждут' });
  await userEvent.click(waiting);
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'moderation' }));
  expect(waiting.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('button', { name: /Убрать фильтр/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Отклонённые' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'rejected' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отклонённые' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('says what to do when there is nothing', async () => {
  fetchRows.mockResolvedValueOnce({ rows: [], total: 0 });
  startSession({ access: jwt(), refresh: 'r' });
  await renderPages({ '/things': () => <ListPage list={list} /> });
  expect(await screen.findByText('Вещей нет')).toBeDefined();
  expect(screen.getByText('Добавьте первую.')).toBeDefined();
});

it('has filters and sort in a sheet on phones', async () => {
  onPhone();
  const router = await open();
  expect(screen.queryByRole('button', { name: /^Сортировка/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Фильтры и сортировка' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Отклонена' }));
  await userEvent.click(sheet.getByRole('radio', { name: 'По имени' }));
  await userEvent.click(sheet.getByRole('radio', { name: 'По убыванию' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      status: 'rejected',
      sort: 'name',
      direction: 'DESC',
    }),
  );
  await userEvent.click(sheet.getByRole('button', { name: 'Показать: 2' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
