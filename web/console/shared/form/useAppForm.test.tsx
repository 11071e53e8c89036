import { Button } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { dismissAll, getNotices } from '../notice/notices';
import { startSession } from '../session/session';
import { AppForm } from './AppForm';
import { requiredText } from './schema';
import { TextField } from './TextField';
import { hasUnsaved } from './unsaved';
import { useAppForm } from './useAppForm';

const schema = v.object({ name: requiredText(20), job: requiredText(20) });
type Values = { name: string; job: string };

const save = vi.fn<(values: Values, attempt: { key: string }) => Promise<unknown>>();
const saved = vi.fn();
let reload: (() => Promise<Values>) | undefined;
let initial: Values;
let answerWith: (values: Values) => void;

function Form() {
  const [server, setServer] = useState(initial);
  answerWith = setServer;
  const form = useAppForm({ schema, initial: server, save, saved, reload, draft: 'test' });
  return (
    <AppForm form={form} label="Форма">
      <TextField {...form.field('name')} label="Имя" />
      <TextField {...form.field('job')} label="Должность" />
      <Button type="submit" loading={form.saving}>
        Сохранить
      </Button>
      <Button onClick={form.reset}>Вернуть</Button>
    </AppForm>
  );
}

const open = () => renderPages({ '/form': Form, '/other': () => <p>Другая</p> });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => user.click(screen.getByRole('button', { name: 'Сохранить' }));
const retype = async (name: string, text: string) => {
  await user.clear(field(name));
  if (text) await user.type(field(name), text);
};

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
  save.mockReset().mockResolvedValue('ok');
  saved.mockReset();
  reload = undefined;
  initial = { name: 'Анна', job: 'декан' };
});

describe('validation', () => {
  it('focuses the first invalid field and sends nothing', async () => {
    await open();
    await retype('Имя', '');
    await retype('Должность', '');
    await submit();
    expect(save).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('Имя'));
    expect(field('Имя').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Обязательное поле')).toHaveLength(2);
  });

  it('sends parsed values and notifies the screen', async () => {
    await open();
    await retype('Имя', '  Инна ');
    await submit();
    expect(save.mock.calls[0]?.[0]).toEqual({ name: 'Инна', job: 'декан' });
    expect(saved).toHaveBeenCalledWith('ok');
  });
});

describe('saving', () => {
  it('locks the form and cannot start twice', async () => {
    let finish: (value: unknown) => void = () => undefined;
    save.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    await open();
    const form = screen.getByRole('form');
    fireEvent.submit(form);
    await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('true'));
    fireEvent.submit(form);
    expect(save).toHaveBeenCalledOnce();
    expect(form.querySelector('fieldset')?.disabled).toBe(true);
    finish('ok');
    await waitFor(() => expect(form.querySelector('fieldset')?.disabled).toBe(false));
  });

  it('reuses the key for a retry of the same values only', async () => {
    save.mockRejectedValueOnce(new Problem(0)).mockRejectedValueOnce(new Problem(0));
    await open();
    for (const job of ['декан', 'декан', 'ректор']) {
      await retype('Должность', job);
      await submit();
    }
    const [first, second, third] = save.mock.calls.map(([, { key }]) => key);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('shows the server’s messages at their fields', async () => {
    save.mockRejectedValue(
      new Problem(422, {
        errors: [
          { field: 'job', message: 'Нет такой должности' },
          { field: 'elsewhere', message: 'Что-то ещё' },
        ],
      }),
    );
    await open();
    await submit();
    expect(await screen.findByText('Нет такой должности')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('Что-то ещё');
    expect(document.activeElement).toBe(field('Должность'));
    expect(getNotices()).toEqual([]);
  });

  it('reports other failures from the catalogue and keeps the input', async () => {
    save.mockRejectedValue(new Problem(500));
    await open();
    await retype('Имя', 'Инна');
    await submit();
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    expect(field('Имя').value).toBe('Инна');
  });

  it('treats a 409 without a reload as a notification', async () => {
    save.mockRejectedValue(new Problem(409));
    await open();
    await submit();
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: 'Попробуйте ещё раз.' }]));
  });
});

describe('a refetch', () => {
  it('replaces untouched values and keeps touched ones', async () => {
    await open();
    act(() => answerWith({ name: 'Нина', job: 'ректор' }));
    await waitFor(() => expect(field('Имя').value).toBe('Нина'));
    await retype('Имя', 'Инна');
    act(() => answerWith({ name: 'Вера', job: 'декан' }));
    expect(field('Имя').value).toBe('Инна');
    expect(field('Должность').value).toBe('ректор');
  });
});

describe('a refetch while the form is changed', () => {
  it('is taken once the form is saved', async () => {
    await open();
    await retype('Имя', 'Инна');
    act(() => answerWith({ name: 'Инна', job: 'ректор' }));
    expect(field('Должность').value).toBe('декан');
    await submit();
    await waitFor(() => expect(field('Должность').value).toBe('ректор'));
  });
});

describe('input that is saved elsewhere', () => {
  it('no longer counts as a change', async () => {
    await open();
    await retype('Имя', 'Инна');
    await waitFor(() => expect(hasUnsaved()).toBe(true));
    act(() => answerWith({ ...initial, name: 'Инна' }));
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });
});

describe('a stale save', () => {
  it('offers to reload, keeps the input and shows the saved values', async () => {
    save.mockRejectedValueOnce(new Problem(409));
    reload = async () => ({ name: 'Нина', job: 'ректор' });
    await open();
    await retype('Имя', 'Инна');
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Загрузить изменения' }));
    await waitFor(() => expect(field('Должность').value).toBe('ректор'));
    expect(field('Имя').value).toBe('Инна');
    expect(screen.getByText('Сейчас сохранено: Нина')).toBeDefined();
    await submit();
    expect(save.mock.calls[1]?.[0]).toEqual({ name: 'Инна', job: 'ректор' });
    expect(screen.queryByText('Сейчас сохранено: Нина')).toBeNull();
  });

  it('can be dismissed', async () => {
    save.mockRejectedValue(new Problem(409));
    reload = async () => initial;
    await open();
    await retype('Имя', 'Инна');
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Вернуться к форме' }));
    expect(field('Имя').value).toBe('Инна');
  });
});

describe('leaving', () => {
  const leave = async () => {
    const router = await open();
    await retype('Имя', 'Инна');
    void router.navigate({ to: '/other' });
    return router;
  };

  it('asks first, and stays if the operator cancels', async () => {
    const router = await leave();
    await user.click(await screen.findByRole('button', { name: 'Остаться' }));
    expect(router.state.location.pathname).toBe('/form');
    expect(field('Имя').value).toBe('Инна');
  });

  it('leaves if the operator confirms', async () => {
    await leave();
    await user.click(await screen.findByRole('button', { name: 'Уйти' }));
    expect(await screen.findByText('Другая')).toBeDefined();
    expect(hasUnsaved()).toBe(false);
  });

  it('does not ask if nothing has changed, or all was saved or reverted', async () => {
    const router = await open();
    await retype('Имя', 'Инна');
    await waitFor(() => expect(hasUnsaved()).toBe(true));
    await submit();
    await waitFor(() => expect(hasUnsaved()).toBe(false));
    await retype('Имя', 'Зоя');
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(field('Имя').value).toBe('Инна');
    await waitFor(() => expect(hasUnsaved()).toBe(false));
    await router.navigate({ to: '/other' });
    expect(await screen.findByText('Другая')).toBeDefined();
  });
});
