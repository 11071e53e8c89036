import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import type { Shape } from '../list/state';
import { dismissAll } from '../notice/notices';
import { notUnderstood, queryOf } from './rules';
import { Views } from './Views';

const filter = (known: readonly string[]) => ({
  title: 'Фильтр',
  place: 'popup' as const,
  none: '',
  read: (text: string) => (known.includes(text) ? text : ''),
  write: (value: unknown) => String(value),
  body: (value: unknown) => value,
  chips: () => [],
  control: () => null,
});

const shape: Shape = {
  pageSize: 15,
  sort: { id: { label: 'По дате', first: 'DESC' } },
  filters: { status: filter(['active', 'blocked']) },
};

const view = (uuidView: string, changes = {}) => ({
  uuidView,
  list: 'partners',
  name: uuidView,
  query: 'status=blocked',
  isShared: false,
  mine: true,
  owner: 'Ёлкина Мария',
  lost: 0,
  ...changes,
});

const show = vi.fn();
const call = 'GET /v1/views';

async function menu(at = '/partners') {
  show.mockReset();
  dismissAll();
  await renderPages(
    {
      '/partners': () => (
        <Views list="partners" shape={shape} params={{ search: 'кофе' }} show={show} />
      ),
    },
    at,
  );
}

const openMenu = async () => {
  await menu();
  await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
};

describe('what a saved query says', () => {
  it('leaves out the page', () => {
    expect(queryOf({ search: 'кофе', page: '3' })).toBe('search=%D0%BA%D0%BE%D1%84%D0%B5');
  });

  it('is understood, or names what is not', () => {
    expect(notUnderstood(shape, { status: 'active', search: 'x', sort: 'gone' })).toEqual([]);
    expect(notUnderstood(shape, { status: 'gone', faculty: 'x' })).toEqual(['status', 'faculty']);
    expect(notUnderstood(shape, { constructor: 'x' })).toEqual(['constructor']);
  });
});

describe('the menu of views', () => {
  it('asks the server with the first opening, and opens a view', async () => {
    const seen = fakeServer({ [call]: { body: [view('Чужой', { mine: false }), view('Свой')] } });
    await menu();
    await screen.findByRole('button', { name: 'Виды' });
    expect(seen.filter((one) => one.call === call)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Виды' }));
    expect(await screen.findByText('Общие виды')).toBeDefined();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Свой' }));
    expect(show).toHaveBeenCalledWith({ status: 'blocked' }, undefined);
  });

  it('says what has been deleted, and shows what is left', async () => {
    fakeServer({ [call]: { body: [view('Города', { lost: 2 })] } });
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Города/ }));
    expect(show).toHaveBeenCalledOnce();
    expect(await screen.findByText('Вид «Города» открыт не полностью')).toBeDefined();
  });

  it('does not open a view that the list would widen', async () => {
    fakeServer({ [call]: { body: [view('Старый', { query: 'status=gone' })] } });
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Старый' }));
    expect(await screen.findByText('Вид «Старый» не открывается')).toBeDefined();
    expect(show).not.toHaveBeenCalled();
  });

  it('opens the view that a link asks for', async () => {
    fakeServer({ [call]: { body: [view('v1')] } });
    await menu('/partners?view=v1');
    await waitFor(() => expect(show).toHaveBeenLastCalledWith({ status: 'blocked' }, 'replace'));
  });

  it('saves the present list, and tells why it is refused', async () => {
    let refusals = 1;
    const seen = fakeServer({
      [call]: { body: [] },
      'POST /v1/views': () =>
        refusals-- > 0 ? problem(409, 'Вид с таким названием у вас уже есть.') : { body: {} },
    });
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Сохранить/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Назовите вид')).toBeDefined();
    await userEvent.type(screen.getByLabelText(/Название/), ' Кофе ');
    await userEvent.click(screen.getByLabelText(/Показывать коллегам/));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Вид с таким названием у вас уже есть.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Вид «Кофе» сохранён')).toBeDefined();
    expect(seen.find((one) => one.call === 'POST /v1/views')?.body).toEqual({
      list: 'partners',
      name: 'Кофе',
      query: queryOf({ search: 'кофе' }),
      isShared: true,
    });
  });

  it('reorders, changes and deletes the own views', async () => {
    const seen = fakeServer({
      [call]: { body: [view('Первый'), view('Второй'), view('Общий', { mine: false })] },
      'PUT /v1/views': {},
      'PUT /v1/views/%D0%9F%D0%B5%D1%80%D0%B2%D1%8B%D0%B9': {},
      'DELETE /v1/views/%D0%92%D1%82%D0%BE%D1%80%D0%BE%D0%B9': {},
    });
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Настроить/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Ниже: Первый' }));
    await waitFor(() =>
      expect(seen.find((one) => one.call === 'PUT /v1/views')?.body).toEqual({
        list: 'partners',
        uuidViews: ['Второй', 'Первый'],
      }),
    );
    expect(screen.queryByRole('button', { name: 'Изменить: Общий' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Изменить: Первый' }));
    await userEvent.click(await screen.findByLabelText(/Заменить условия/));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(seen.at(-1)?.call).not.toBe('PUT /v1/views'));
    expect(seen.find(({ body }) => (body as { name?: string })?.name === 'Первый')?.body).toEqual({
      name: 'Первый',
      query: queryOf({ search: 'кофе' }),
      isShared: false,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить: Второй' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Вид удалён')).toBeDefined();
  });
});
