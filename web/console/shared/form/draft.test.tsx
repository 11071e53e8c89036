import { Button } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { endSession, eraseSession, startSession } from '../session/session';
import { AppForm } from './AppForm';
import { TextField } from './TextField';
import { useAppForm } from './useAppForm';

const schema = v.object({ name: v.string(), job: v.string(), version: v.string() });
type Values = v.InferInput<typeof schema>;

const save = vi.fn<(values: Values) => Promise<string>>();
const leave = vi.fn();
let saved: Values;
let personal: boolean;

function Form() {
  const form = useAppForm({ schema, initial: saved, save, draft: 'things/1', personal });
  return (
    <AppForm form={form} label="Форма">
      <TextField {...form.field('name')} label="Имя" />
      <TextField {...form.field('job')} label="Должность" />
      <Button type="submit">Сохранить</Button>
      <Button onClick={() => form.cancel(leave)}>Отменить</Button>
    </AppForm>
  );
}

const open = async () => {
  const router = await renderPages({ '/form': Form, '/other': () => <p>Другая</p> });
  leave.mockImplementation(() => void router.navigate({ to: '/other' }));
  return router;
};
type Router = Awaited<ReturnType<typeof open>>;
const away = async (router: Router) => {
  void router.navigate({ to: '/other' });
  await screen.findByText('Другая');
};
const again = async (router: Router) => {
  await act(() => router.navigate({ to: '/form' }));
  await screen.findByLabelText('Имя');
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = async (name: string, text: string) => {
  await user.clear(field(name));
  await user.type(field(name), text);
};
const signIn = (sub = 'operator-1') => startSession({ access: jwt({ sub }), refresh: 'r' });
const found = () =>
  screen.queryByText(/^Восстановлен черновик от \d\d\.\d\d\.\d{4}, \d\d:\d\d МСК/);

// A browser that refuses to store: the test only checks that it was asked.
const stores = vi.fn(() => {
  const request: { onerror?: () => void } = {};
  queueMicrotask(() => request.onerror?.());
  return request;
});
beforeEach(() => {
  signIn();
  save.mockReset().mockResolvedValue('ok');
  stores.mockClear();
  Object.defineProperty(globalThis, 'indexedDB', { value: { open: stores }, configurable: true });
  saved = { name: 'Анна', job: 'декан', version: '1' };
  personal = false;
});
afterEach(() => Reflect.deleteProperty(globalThis, 'indexedDB'));

describe('an ended session', () => {
  it('keeps all input for the same operator', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    act(endSession);
    await away(router);
    act(() => void signIn());
    await again(router);
    await waitFor(() => expect(field('Имя').value).toBe('Инна'));
    expect(found()).not.toBeNull();
  });

  it('hides it from the next operator', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    act(endSession);
    await away(router);
    act(() => void signIn('operator-2'));
    await again(router);
    expect(field('Имя').value).toBe('Анна');
    expect(found()).toBeNull();
  });

  it('by a logout in any tab leaves no trace', async () => {
    for (const logOut of [
      eraseSession,
      () => {
        dispatchEvent(new StorageEvent('storage', { key: null }));
        endSession();
      },
    ]) {
      act(() => void signIn());
      const router = await open();
      await type('Имя', 'Инна');
      act(logOut);
      await away(router);
      act(() => void signIn());
      await again(router);
      expect(field('Имя').value).toBe('Анна');
      await away(router);
      document.body.innerHTML = '';
    }
  });
});

describe('a draft', () => {
  it('is written to disk, but never with personal data', async () => {
    const router = await open();
    await waitFor(() => expect(stores).toHaveBeenCalled()); // wait for the lookup
    stores.mockClear();
    await type('Имя', 'Инна');
    await waitFor(() => expect(stores).toHaveBeenCalled(), { timeout: 2000 });
    act(endSession);
    await away(router);
  });

  it('with personal data stays in memory', async () => {
    personal = true;
    const router = await open();
    await type('Имя', 'Инна');
    stores.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 600));
    act(endSession);
    await away(router);
    expect(stores).not.toHaveBeenCalled();
    act(() => void signIn());
    await again(router);
    await waitFor(() => expect(field('Имя').value).toBe('Инна'));
  });

  it('survives leaving the page, with a message; one with personal data does not', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    void router.navigate({ to: '/other' });
    expect(await screen.findByText(/Черновик останется/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Уйти' }));
    await screen.findByText('Другая');
    personal = true;
    await again(router);
    await waitFor(() => expect(field('Имя').value).toBe('Инна'));
    void router.navigate({ to: '/other' });
    expect(await screen.findByText(/будут потеряны/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Уйти' }));
    await screen.findByText('Другая');
    await again(router);
    expect(field('Имя').value).toBe('Анна');
  });

  it('is deleted by the cancel button, after a question', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    const cancel = () => user.click(screen.getByRole('button', { name: 'Отменить' }));
    await cancel();
    expect(await screen.findByText(/будут потеряны/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Остаться' }));
    expect(field('Имя').value).toBe('Инна');
    await cancel();
    await user.click(await screen.findByRole('button', { name: 'Уйти' }));
    await screen.findByText('Другая');
    await again(router);
    expect(field('Имя').value).toBe('Анна');
    expect(found()).toBeNull();
  });

  it('is deleted by a save and by starting over', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await away(router);
    await again(router);
    expect(field('Имя').value).toBe('Анна');
    await type('Имя', 'Зоя');
    act(endSession);
    await away(router);
    act(() => void signIn());
    await again(router);
    await user.click(await screen.findByRole('button', { name: 'Начать заново' }));
    expect(field('Имя').value).toBe('Анна');
    await away(router);
    await again(router);
    expect(field('Имя').value).toBe('Анна');
  });

  it('shows what another operator has saved in the same field', async () => {
    const router = await open();
    await type('Имя', 'Инна');
    act(endSession);
    await away(router);
    saved = { name: 'Нина', job: 'ректор', version: '2' };
    act(() => void signIn());
    await again(router);
    await waitFor(() => expect(field('Имя').value).toBe('Инна'));
    expect(field('Должность').value).toBe('ректор');
    expect(screen.getByText('Сейчас сохранено: Нина')).toBeDefined();
  });
});
