import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { defineList } from '../list/define';
import type { Filters } from '../list/filter';
import { ListPage } from '../list/ListPage';
import { dismissAll, getNotices } from '../notice/notices';
import { endSession, startSession } from '../session/session';
import { dropTask, getTasks } from '../task/tasks';
import type { Exported } from './useExport';

const start = vi.fn<(query: unknown, purpose: string) => Promise<string>>();

const listOf = (exported: Exported<Filters>, total = 1) =>
  defineList({
    area: 'partners',
    path: '/things',
    fetch: async () => ({ rows: total ? [{ id: 't-1', name: 'Вещь' }] : [], total }),
    pageSize: 15,
    sort: { name: { label: 'По названию', first: 'ASC' } },
    filters: {},
    columns: [{ title: 'Что', text: ({ name }: { id: string; name: string }) => name }],
    row: { id: ({ id }) => id },
    exported,
    texts: { title: 'Вещи', empty: 'Вещей нет' },
  });

const open = (exported: Exported<Filters>, total?: number) => {
  const list = listOf(exported, total);
  return renderPages({ '/things': () => <ListPage list={list} /> });
};
const button = () => screen.findByRole('button', { name: 'Скачать .xlsx' });

beforeEach(() => {
  startSession({ access: jwt(), refresh: 'r' });
  dismissAll();
  start.mockReset().mockResolvedValue('x-1');
});
afterEach(() => {
  for (const { id } of getTasks()) dropTask(id);
});

it('exports what the list has found, at one click', async () => {
  await open({ start });
  await screen.findByRole('row', { name: /Вещь/ });
  await user.click(await button());
  const [query, purpose] = start.mock.calls[0] ?? [];
  expect(query).toMatchObject({ header: { 'X-Sort-Field': 'name' }, body: { searchString: '' } });
  expect(purpose).toBe('');
  expect(getTasks()).toMatchObject([{ status: 'uploading', texts: { title: 'Выгрузка: Вещи' } }]);
});

it('asks first what an export about people is for, and takes no answer too', async () => {
  await open({ start, personal: true });
  await screen.findByRole('row', { name: /Вещь/ });
  await user.click(await button());
  const dialog = await screen.findByRole('dialog', { name: 'Выгрузка: Вещи' });
  expect(start).not.toHaveBeenCalled();
  const text = within(dialog).getByLabelText('Для чего нужна выгрузка');
  await user.type(text, '  Сверка ');
  await user.click(within(dialog).getByRole('button', { name: 'Выгрузить' }));
  await vi.waitFor(() => expect(start).toHaveBeenCalledWith(expect.anything(), 'Сверка'));
});

it('keeps the typed purpose through the end of the session', async () => {
  const ask = async () => {
    await open({ start, personal: true });
    await screen.findByRole('row', { name: /Вещь/ });
    await user.click(await button());
  };
  await ask();
  await user.type(await screen.findByLabelText('Для чего нужна выгрузка'), 'Сверка');
  act(endSession);
  cleanup();
  startSession({ access: jwt(), refresh: 'r' });
  await ask();
  expect(await screen.findByDisplayValue('Сверка')).toBeDefined();
});

it('keeps the typed purpose when the export cannot begin', async () => {
  start.mockRejectedValueOnce(new Problem(0));
  await open({ start, personal: true });
  await screen.findByRole('row', { name: /Вещь/ });
  await user.click(await button());
  await user.type(await screen.findByLabelText('Для чего нужна выгрузка'), 'Сверка');
  await user.click(screen.getByRole('button', { name: 'Выгрузить' }));
  await vi.waitFor(() =>
    expect(getNotices()).toMatchObject([
      { title: 'Выгрузка не началась', text: expect.stringContaining('интернет-соединение') },
    ]),
  );
  expect(screen.getByDisplayValue('Сверка')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Выгрузить' }));
  await vi.waitFor(() => expect(getTasks()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('without a network says so', async () => {
  start.mockRejectedValueOnce(new Problem(0));
  await open({ start });
  await screen.findByRole('row', { name: /Вещь/ });
  await user.click(await button());
  await vi.waitFor(() =>
    expect(getTasks()).toMatchObject([
      { texts: { failedText: expect.stringContaining('интернет-соединение') } },
    ]),
  );
});

it('does not export an empty list', async () => {
  await open({ start }, 0);
  await screen.findByText('Вещей нет');
  expect(await button()).toHaveProperty('disabled', true);
});
