import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import { createQueryClient } from '../api/queryClient';
import { type ErrorTexts, inWords } from './catalogue';
import {
  actionTime,
  dismiss,
  dismissAll,
  getNotices,
  noticeLimit,
  noticeTime,
  notifyDone,
  notifyProblem,
  notifyWithAction,
} from './notices';

beforeEach(() => dismissAll());

const lost = 'Не удалось связаться с сервером. Проверьте интернет-соединение.';

describe('the error catalogue', () => {
  it.each([
    [401, 'Ошибка авторизации пользователя. Пожалуйста, обновите страницу.'],
    [403, 'Доступ запрещён.'],
    [404, 'Не найдено.'],
    [409, 'Попробуйте ещё раз.'],
    [0, lost],
    [400, lost],
    [418, lost],
    [500, lost],
  ])('%i is told to the letter, whatever the server says', (status, text) => {
    const problem = new Problem(status, { detail: 'Подробности' });
    expect(inWords(problem)).toEqual({ title: 'Ошибка', text });
  });

  it.each([413, 415, 422, 429, 503])('%i shows the server’s message', (status) => {
    expect(inWords(new Problem(status, { detail: 'Файл больше 5 МБ' })).text).toBe(
      'Файл больше 5 МБ',
    );
    expect(inWords(new Problem(status)).text).toBe(lost);
  });

  it('shows the number of an unexpected error', () => {
    const { text } = inWords(new Problem(500, { number: 'A1B2C3D4' }));
    expect(text).toBe(`${lost} Номер ошибки: A1B2C3D4.`);
  });

  it('allows a screen’s own texts', () => {
    const own: ErrorTexts = {
      title: 'Скидка',
      409: (problem) => problem.detail,
      404: 'Нет такой скидки',
      other: 'Ошибка сервера',
    };
    const text = (status: number, detail = '') =>
      inWords(new Problem(status, { detail }), own).text;
    expect(inWords(new Problem(404), own)).toEqual({ title: 'Скидка', text: 'Нет такой скидки' });
    expect(text(409, 'У партнёра уже три скидки.')).toBe('У партнёра уже три скидки.');
    expect(text(409)).toBe('Попробуйте ещё раз.');
    expect(text(500)).toBe('Ошибка сервера');
    expect(text(0)).toBe(lost); // the status is not from the server
  });
});

describe('the list', () => {
  it('keeps four and drops the oldest', () => {
    for (const n of [1, 2, 3, 4, 5, 6]) notifyDone(`№ ${n}`);
    expect(noticeLimit).toBe(4);
    expect(getNotices().map(({ title }) => title)).toEqual(['№ 3', '№ 4', '№ 5', '№ 6']);
  });

  it('dismisses one by id', () => {
    notifyDone('а');
    notifyDone('б');
    dismiss(getNotices()[0]?.id ?? 0);
    expect(getNotices().map(({ title }) => title)).toEqual(['б']);
  });
});

describe('on the screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
  const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

  it('is shown for five seconds', async () => {
    renderBare(null);
    act(() => notifyProblem(new Problem(403)));
    expect(screen.getByRole('alert').textContent).toBe('ОшибкаДоступ запрещён.');
    await pass(noticeTime - 1);
    expect(screen.queryByRole('alert')).not.toBeNull();
    await pass(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stands for long with an action, which is offered once', async () => {
    renderBare(null);
    const run = vi.fn();
    act(() => notifyWithAction('Заявка отклонена', { label: 'Отменить', run: vi.fn() }));
    act(() => notifyWithAction('Заявка одобрена', { label: 'Отменить', run }));
    expect(screen.queryByText('Заявка отклонена')).toBeNull(); // the latest one alone
    await pass(actionTime - 1);
    fireEvent.click(screen.getByRole('button', { name: 'Отменить' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Заявка одобрена')).toBeNull();
    act(() => notifyWithAction('Заявка одобрена', { label: 'Отменить', run }));
    await pass(actionTime);
    expect(screen.queryByText('Заявка одобрена')).toBeNull();
  });

  it('is announced, because the live region exists before the first notification', () => {
    renderBare(null);
    const region = screen.getByRole('region', { name: 'Уведомления' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    act(() => notifyDone('Готово'));
    expect(region.contains(screen.getByText('Готово'))).toBe(true);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('pauses while hovered or focused', async () => {
    renderBare(null);
    act(() => notifyDone('Готово'));
    const item = screen.getByRole('listitem');
    fireEvent.mouseEnter(item);
    await pass(3 * noticeTime);
    expect(screen.queryByText('Готово')).not.toBeNull();
    fireEvent.mouseLeave(item);
    await pass(noticeTime);
    expect(screen.queryByText('Готово')).toBeNull();
  });

  it('disappears when closed', () => {
    renderBare(null);
    act(() => notifyDone('Готово'));
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByText('Готово')).toBeNull();
  });
});

describe('failed calls', () => {
  const fail = (meta?: { errors?: ErrorTexts | 'form' }) => {
    const client = createQueryClient();
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.reject(new Problem(404)), meta });
    return mutation.execute(undefined).catch(() => undefined);
  };

  it('of a mutation show a notification', async () => {
    await fail();
    expect(getNotices()).toMatchObject([{ tone: 'error', text: 'Не найдено.' }]);
  });
  it('of a mutation with its own texts show these', async () => {
    await fail({ errors: { 404: 'Такого нет' } });
    expect(getNotices()).toMatchObject([{ text: 'Такого нет' }]);
  });
  it('of a form are shown by the form', async () => {
    await fail({ errors: 'form' });
    expect(getNotices()).toEqual([]);
  });
  it('of a query are shown in place', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.reject(new Problem(404)));
    await client.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => undefined);
    expect(getNotices()).toEqual([]);
    expect(queryFn).toHaveBeenCalledOnce();
  });
});
