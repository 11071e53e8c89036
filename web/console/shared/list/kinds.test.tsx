import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, prepareLists, press, published } from '../../test/lists';

beforeEach(prepareLists);

describe('lists of other kinds', () => {
  it('have ticks and a bar for what is ticked', async () => {
    await open('/feedbacks');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Долго' }));
    expect(screen.getByText('Выбрано: 1')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
    await press('Опубликовать');
    expect(published).toHaveBeenCalledWith(['r1', 'r2']);
    expect(await screen.findByText('Найдено: 2')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Сортировка/ })).toBeNull();
  });

  it('tick from the last click to this one with Shift, never what is locked', async () => {
    await open('/knowledge?search=о');
    const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Один' }));
    const hands = userEvent.setup();
    await hands.keyboard('{Shift>}');
    await hands.click(tick('Выбрать: Четыре'));
    await hands.keyboard('{/Shift}');
    expect(screen.getByText('Выбрано: 3')).toBeDefined();
    const locked = tick('Чужой. Не ваш');
    expect([locked.disabled, locked.checked]).toEqual([true, false]);
    expect(tick('Выбрать все строки на странице').checked).toBe(true);
    await userEvent.click(tick('Выбрать: Два'));
    expect(screen.getByText('Выбрано: 2')).toBeDefined();
  });

  it('may show something else until they are searched', async () => {
    const router = await open('/knowledge');
    expect(await screen.findByText('Выберите категорию')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Сортировка/ })).toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), 'дв{Enter}');
    expect(await screen.findByText('нашлось: дв')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Сортировка: По имени' })).toBeDefined();
    const link = screen.getByRole('link', { name: 'Два' });
    expect(link.getAttribute('href')).toMatch(/^\/knowledge\/s1\/.+\?search=/);
    await press('Сбросить всё');
    expect(await screen.findByText('Выберите категорию')).toBeDefined();
    expect(router.state.location.search).toEqual({});
    expect(screen.getByRole('button', { name: 'Назад' })).toBeDefined();
  });

  it('choose one of several statuses', async () => {
    const router = await open('/feedbacks');
    await press('Фильтры');
    await userEvent.click(await screen.findByRole('radio', { name: 'Опубликован' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'public' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Все' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('are cards of their own', async () => {
    await open('/news?search=елк');
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('link').getAttribute('href')).toContain('/news/n1');
    expect(card.querySelector('mark')?.textContent).toBe('Ёлк');
    expect(within(card).getByText('Опрос')).toBeDefined();
  });
});
