import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import {
  fetchPartners,
  lastQuery,
  open,
  partner,
  prepareLists,
  press,
  rows,
} from '../../test/lists';

beforeEach(prepareLists);

describe('a declared list', () => {
  it('shows its rows as links that carry the list', async () => {
    await open('/partners?search=коф&status=active');
    const link = await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(link.getAttribute('href')).toMatch(/^\/partners\/card\/p1\?search=.+&status=active$/);
    expect(link.querySelector('mark')?.textContent).toBe('Коф');
    expect(screen.getByText('Найдено: 40')).toBeDefined();
    expect(lastQuery()?.body).toMatchObject({ searchString: 'коф', status: 'active', cities: [] });
    const [, , , blocked] = await rows();
    expect(blocked?.getAttribute('data-subdued')).toBe('true');
  });

  it('shows hostile names as text', async () => {
    await open('/partners');
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows skeletons of the right shape first', async () => {
    fetchPartners.mockImplementation(() => new Promise(() => {}));
    await open('/partners');
    expect(await rows()).toHaveLength(5);
    expect(screen.queryByRole('link', { name: /Кофейня/ })).toBeNull();
  });

  it('pages by links, and jumps by number', async () => {
    const router = await open('/partners?search=коф');
    const nav = await screen.findByRole('navigation', { name: 'Страницы' });
    await userEvent.click(within(nav).getByRole('link', { name: 'Далее' }));
    await waitFor(() => expect(lastQuery()?.header['X-Offset']).toBe(4));
    expect(router.state.location.search).toMatchObject({ search: 'коф', page: expect.anything() });
    await userEvent.type(within(nav).getByLabelText('Перейти на страницу'), '99{Enter}');
    await waitFor(() => expect(lastQuery()?.header['X-Offset']).toBe(36));
    expect(within(nav).getByText('10')).toBeDefined();
    expect(within(nav).getByText('из 10')).toBeDefined();
  });

  it('has no pages when there is one', async () => {
    fetchPartners.mockResolvedValue({ rows: [partner(1)], total: 4 });
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(screen.queryByRole('navigation', { name: 'Страницы' })).toBeNull();
  });

  it('goes to the last page when the one asked for is gone', async () => {
    fetchPartners.mockImplementation(async ({ header }) =>
      header['X-Offset'] >= 40 ? { rows: [], total: 40 } : { rows: [partner(1)], total: 40 },
    );
    const router = await open('/partners?page=19');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(router.state.location.search).toMatchObject({ page: expect.anything() });
    expect(lastQuery()?.header['X-Offset']).toBe(36);
  });

  it('sorts by the selector, the toggle and the header', async () => {
    await open('/partners?page=2');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    await press('Сортировка: По дате');
    await userEvent.click(await screen.findByRole('radio', { name: 'По названию' }));
    await waitFor(() =>
      expect(lastQuery()?.header).toMatchObject({
        'X-Sort-Field': 'name',
        'X-Sort-Direction': 'ASC',
        'X-Offset': 0,
      }),
    );
    expect(screen.queryByRole('radio')).toBeNull();
    await press(/направление/);
    await waitFor(() => expect(lastQuery()?.header['X-Sort-Direction']).toBe('DESC'));
    const header = screen.getByRole('columnheader', { name: 'Название' });
    expect(header.getAttribute('aria-sort')).toBe('descending');
    await press('Название');
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'));
  });
});

describe('trouble', () => {
  it('without rows offers to try again', async () => {
    fetchPartners.mockRejectedValueOnce(new Problem(403));
    await open('/partners');
    expect(await screen.findByText('Доступ запрещён.')).toBeDefined();
    await press('Повторить');
    expect(await screen.findByRole('link', { name: 'Кофейня 1' })).toBeDefined();
  });

  it('with rows keeps them', async () => {
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    fetchPartners.mockRejectedValueOnce(new Problem(422));
    await userEvent.click(screen.getByRole('link', { name: 'Далее' }));
    expect(await screen.findByText('Список не обновился.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Кофейня 1' })).toBeDefined();
    await press('Повторить');
    await waitFor(() => expect(screen.queryByText('Список не обновился.')).toBeNull());
  });

  it('with nothing to show says so, and the way out', async () => {
    fetchPartners.mockResolvedValue({ rows: [], total: 0 });
    const router = await open('/partners?search=зз');
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Сбросить всё' })[0] as Element);
    expect(await screen.findByText('Добавьте партнёра')).toBeDefined();
    expect(router.state.location.search).toEqual({});
  });
});

describe('a card', () => {
  it('knows its place in the list and walks it by links and arrow keys', async () => {
    const router = await open('/partners/card/p2?search=коф');
    const nav = await screen.findByRole('navigation', { name: 'Соседние карточки списка' });
    expect(nav.textContent).toBe('2 из 40');
    const next = within(nav).getByRole('link', { name: /Следующая/ });
    expect(next.getAttribute('href')).toMatch(/^\/partners\/card\/p3\?search=/);
    const entries = router.history.length;
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/partners/card/p1'));
    expect(router.state.location.search).toEqual({ search: 'коф' });
    expect(router.history.length).toBe(entries);
  });
});
