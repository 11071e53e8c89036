import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchPartners, findCities, lastQuery, open, prepareLists, press } from '../../test/lists';

beforeEach(prepareLists);

describe('the search box', () => {
  it('waits half a second, then replaces the history entry and drops the page', async () => {
    const router = await open('/partners?page=2');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    const entries = router.history.length;
    const asked = fetchPartners.mock.calls.length;
    await userEvent.type(screen.getByRole('searchbox'), 'тула');
    expect(fetchPartners.mock.calls.length).toBe(asked);
    await waitFor(() => expect(lastQuery()?.body.searchString).toBe('тула'), { timeout: 2000 });
    expect(lastQuery()?.header['X-Offset']).toBe(0);
    expect(fetchPartners.mock.calls.length).toBe(asked + 1);
    expect(router.history.length).toBe(entries);
    expect(router.state.location.search).toEqual({ search: 'тула' });
  });

  it('does not wait for Enter, and is focused by a slash', async () => {
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await userEvent.keyboard('чай/{Enter}');
    await waitFor(() => expect(lastQuery()?.body.searchString).toBe('чай/'), { timeout: 300 });
  });

  it('follows the address', async () => {
    const router = await open('/partners?search=коф');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('коф');
    await press('Сбросить всё');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
    router.history.back();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('коф'));
  });
});

describe('filters', () => {
  it('have a toggle of two boxes: one is that status, both or none is none', async () => {
    const router = await open('/partners');
    await press('Фильтры');
    const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(await box('Активен'));
    await waitFor(() => expect(lastQuery()?.body.status).toBe('active'));
    await userEvent.click(await box('Заблокирован'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect([(await box('Активен')).checked, (await box('Заблокирован')).checked]).toEqual([
      true,
      true,
    ]);
    await userEvent.click(await box('Активен'));
    await waitFor(() => expect(lastQuery()?.body.status).toBe('blocked'));
    await userEvent.click(await box('Заблокирован'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('choose several categories, shown as chips that can be taken away', async () => {
    await open('/partners');
    await press('Фильтры');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Еда' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Спорт' }));
    await waitFor(() => expect(lastQuery()?.body.categories).toEqual(['food', 'sport']));
    expect(screen.getByRole('group', { name: 'Категория · 2' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await press(/Убрать фильтр: Еда/);
    await waitFor(() => expect(lastQuery()?.body.categories).toEqual(['sport']));
    expect(screen.getByRole('button', { name: /^Фильтры\s*выбрано: 1$/ })).toBeDefined();
  });

  it('find cities from two letters on, and tell how many are chosen', async () => {
    await open('/partners');
    await press('Города: все');
    const search = await screen.findByLabelText('Найти город');
    await userEvent.type(search, 'т');
    expect(screen.getByText(/не меньше двух букв/)).toBeDefined();
    await userEvent.type(search, 'у');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Тула' }, { timeout: 2000 }));
    expect(findCities.mock.calls.map(([text]) => text)).toEqual(['', 'ту']);
    await waitFor(() => expect(lastQuery()?.body.cities).toEqual(['c-1']));
    expect(screen.getByRole('button', { name: 'Города · 1', hidden: true })).toBeDefined();
    expect(screen.getByRole('button', { name: /Убрать фильтр: Тула/, hidden: true })).toBeDefined();
  });

  it('offer frequent cities before anything is typed', async () => {
    await open('/partners');
    await press('Города: все');
    const frequent = await screen.findByRole('group', { name: 'Частые города' });
    await userEvent.click(within(frequent).getByRole('checkbox', { name: 'Тула' }));
    await waitFor(() => expect(lastQuery()?.body.cities).toEqual(['c-1']));
    // Chosen, it stays where it was.
    expect(screen.queryByRole('group', { name: 'Выбранные города' })).toBeNull();
  });

  it('take the only city found by Enter', async () => {
    const router = await open('/partners');
    findCities.mockImplementation(async (search) =>
      search ? [{ value: 'c-1', label: 'Тула' }] : [],
    );
    await press('Города: все');
    await userEvent.type(await screen.findByLabelText('Найти город'), 'ту');
    await screen.findByRole('checkbox', { name: 'Тула', hidden: true });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cities: 'c-1' }));
  });
});
