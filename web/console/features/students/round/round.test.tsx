import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissAll, getNotices } from '../../../shared/notice/notices';
import { startSession } from '../../../shared/session/session';
import { renderPages } from '../../../test/render';
import { fakeServer, problem } from '../../../test/server';
import { card } from '../../../test/students';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { ApplicationRoundPage } from './ApplicationRoundPage';

const calls = {
  next: 'PUT /v1/student/request/next',
  leave: 'DELETE /v1/student/request/next',
  move: 'PUT /v1/user/status',
  undo: 'PUT /v1/user/status/undo',
};
const names = ['Агафонов', 'Белова', 'Власов'];
const rowOf = (n: number) => ({
  uuidUser: `u-${n}`,
  surname: names[n],
  name: 'Имя',
  patronymic: null,
  status: 'moderation',
});
const cardOf = (n: number) => {
  const { student } = card({ status: 'moderation', uuidUser: `u-${n}` });
  const studentInfo = { ...student.studentInfo, surname: names[n], photo: null };
  return { body: { ...student, studentInfo }, headers: { ETag: `"${n}"` } };
};

type Table = Parameters<typeof fakeServer>[0];

// A server with three applications, which are dealt until they are decided.
function serve(table: Table = {}) {
  const waiting = new Set([0, 1, 2]);
  return fakeServer({
    [calls.next]: () => ({
      body: { cards: [...waiting].map(rowOf), left: waiting.size, seconds: 300 },
    }),
    [calls.move]: async (request) => {
      const { uuidUser } = (await request.json()) as { uuidUser: string };
      waiting.delete(Number(uuidUser.slice(2)));
      return { body: {} };
    },
    [calls.leave]: {},
    'GET /v1/student/u-0': cardOf(0),
    'GET /v1/student/u-1': cardOf(1),
    'GET /v1/student/u-2': cardOf(2),
    ...table,
  });
}

async function open(table?: Table) {
  const seen = serve(table);
  const pages = { '/application/round': ApplicationRoundPage, '/other': () => <p>Другая</p> };
  const router = await renderPages(pages, '/application/round?search=ов');
  await shown('Агафонов Имя');
  return { seen, router };
}
async function shown(name: string) {
  await screen.findByRole('heading', { level: 1, name });
  await screen.findByText('Личные данные');
  now += 1000;
}
const press = (code: string, more: KeyboardEventInit = {}) =>
  act(() => void fireEvent.keyDown(document.body, { code, key: 'ф', ...more }));
const sent = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);

let now = 0;
beforeEach(() => {
  dismissAll();
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  startSession({ access: jwt(), refresh: 'r' });
});
afterEach(() => act(() => onlineManager.setOnline(true)));

describe('applications one after another', () => {
  it('are decided by keys, whatever the layout', async () => {
    const { seen } = await open();
    expect(screen.getByText('Осталось 3')).toBeDefined();
    press('KeyA');
    await shown('Белова Имя');
    press('Digit2');
    await shown('Власов Имя');
    await waitFor(() => expect(sent(seen, calls.move)).toHaveLength(2));
    expect(sent(seen, calls.move)).toEqual([
      { uuidUser: 'u-0', newStatus: 'active', reasonText: '' },
      { uuidUser: 'u-1', newStatus: 'rejected', reasonText: 'Некорректное фото / нет фото' },
    ]);
    press('KeyA');
    expect(await screen.findByText('Всё разобрано')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Вернуться к списку' })).toBeDefined();
    expect(sent(seen, calls.next)[0]).toMatchObject({ searchString: 'ов' });
  });

  it('ignore modifiers, held keys and a second press', async () => {
    const { seen } = await open();
    press('KeyA', { ctrlKey: true });
    press('KeyA', { metaKey: true });
    press('KeyA', { altKey: true });
    press('KeyA', { shiftKey: true });
    press('KeyA', { repeat: true });
    expect(screen.getByText('Осталось 3')).toBeDefined();
    press('KeyA');
    await screen.findByRole('heading', { level: 1, name: 'Белова Имя' });
    press('KeyA'); // a double press
    await waitFor(() => expect(sent(seen, calls.move)).toHaveLength(1));
    expect(screen.getByText('Осталось 2')).toBeDefined();
  });

  it('are decided once by a double click', async () => {
    const { seen } = await open();
    const approve = screen.getByRole('button', { name: 'Одобрить' });
    act(() => fireEvent.click(approve));
    await screen.findByRole('heading', { level: 1, name: 'Белова Имя' });
    await screen.findByText('Личные данные');
    act(() => fireEvent.click(screen.getByRole('button', { name: 'Одобрить' })));
    act(() => fireEvent.click(screen.getByRole('button', { name: 'Ошибки в ФИО' })));
    act(() => fireEvent.click(screen.getByRole('button', { name: 'Пропустить' })));
    await waitFor(() => expect(sent(seen, calls.move)).toHaveLength(1));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Белова Имя');
    expect(screen.getByText('Осталось 2')).toBeDefined();
  });

  it('take an own reason by keyboard alone, in whose window keys are letters', async () => {
    const { seen } = await open();
    press('KeyR');
    const reason = await screen.findByRole('textbox', { name: 'Другая причина' });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await user.keyboard('Нет печати');
    press('KeyA');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await shown('Белова Имя');
    await waitFor(() =>
      expect(sent(seen, calls.move)).toEqual([
        { uuidUser: 'u-0', newStatus: 'rejected', reasonText: 'Нет печати' },
      ]),
    );
  });

  it('bring a passed over card at the end', async () => {
    await open();
    press('ArrowRight');
    await shown('Белова Имя');
    press('KeyA');
    await shown('Власов Имя');
    press('KeyA');
    await shown('Агафонов Имя');
    expect(screen.getByText('Осталось 1')).toBeDefined();
  });

  it('come back when the last decision is undone', async () => {
    const { seen } = await open({ [calls.undo]: { body: { undone: 1, skipped: 0 } } });
    press('KeyZ'); // nothing to undo
    press('KeyA');
    await shown('Белова Имя');
    press('KeyZ');
    await shown('Агафонов Имя');
    expect(sent(seen, calls.undo)).toEqual([{ uuidUser: 'u-0' }]);
    expect(screen.getByText('Осталось 3')).toBeDefined();
    expect(seen.filter(({ call }) => call === 'GET /v1/student/u-0')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Отменить последнее' })).toBeNull();
  });

  it('can be undone again when the first try did not reach the server', async () => {
    let fails = true;
    const { seen } = await open({
      [calls.undo]: () => (fails ? { status: 503 } : { body: { undone: 1, skipped: 0 } }),
    });
    press('KeyA');
    await shown('Белова Имя');
    press('KeyA');
    await shown('Власов Имя');
    press('KeyZ');
    await waitFor(() => expect(getNotices()[0]?.title).toBe('Решение не отменено'));
    fails = false;
    now += 1000;
    act(() => onlineManager.setOnline(false));
    press('KeyZ');
    act(() => onlineManager.setOnline(true));
    press('KeyZ');
    await shown('Белова Имя');
    expect(sent(seen, calls.undo)).toEqual([{ uuidUser: 'u-1' }, { uuidUser: 'u-1' }]);
  });

  it('stay decided when the time to undo is over', async () => {
    await open({ [calls.undo]: problem(409, 'Отменить можно только в течение двух минут.') });
    press('KeyA');
    await shown('Белова Имя');
    press('KeyZ');
    await waitFor(() => expect(getNotices()[0]?.title).toBe('Решение не отменено'));
    expect(getNotices()[0]?.text).toBe('Отменить можно только в течение двух минут.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Белова Имя');
  });

  it('name a decision that failed, with a way back', async () => {
    await open({ [calls.move]: problem(409, 'Карточку уже изменил Белов Илья.') });
    press('KeyA');
    await shown('Белова Имя');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Решение не сохранено: Агафонов Имя');
    expect(alert.textContent).toContain('Карточку уже изменил Белов Илья.');
    await user.click(screen.getByRole('button', { name: 'Вернуться к карточке' }));
    await shown('Агафонов Имя');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stay where they are without a network', async () => {
    const { seen } = await open();
    act(() => onlineManager.setOnline(false));
    press('KeyA');
    expect(getNotices()[0]?.text).toContain('Проверьте интернет-соединение');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Агафонов Имя');
    expect(sent(seen, calls.move)).toHaveLength(0);
  });

  it('are given back when the operator leaves', async () => {
    const { seen, router } = await open();
    await act(() => router.navigate({ to: '/other' } as never));
    await waitFor(() => expect(sent(seen, calls.leave)).toHaveLength(1));
  });

  it('say when others have the rest', async () => {
    const seen = fakeServer({
      [calls.next]: { body: { cards: [], left: 4, seconds: 300 } },
      [calls.leave]: {},
    });
    await renderPages({ '/application/round': ApplicationRoundPage });
    expect(await screen.findByText('Остальное разбирают коллеги')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    await waitFor(() => expect(sent(seen, calls.next)).toHaveLength(2));
  });

  it('can be asked for again when the list does not come', async () => {
    let fails = true;
    serve({
      [calls.next]: () =>
        fails ? { status: 403 } : { body: { cards: [rowOf(0)], left: 1, seconds: 300 } },
    });
    await renderPages({ '/application/round': ApplicationRoundPage });
    const again = await screen.findByRole('button', { name: 'Повторить' });
    fails = false;
    await user.click(again);
    await shown('Агафонов Имя');
  });
});
