import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { getSession, startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { isSafeLink, linkSchema } from './rules';
import { SettingsPage } from './SettingsPage';

const info = {
  email: 'all@demo.studbonus.ru',
  idOperator: 1,
  idUser: 'u',
  job: 'Специалист',
  name: 'Мария',
  patronymic: '',
  phone: '79123456789',
  surname: 'Ёлкина',
};
const read = { body: { operatorInfo: info } };
const calls = {
  profile: 'GET /operator/info',
  saveProfile: 'PUT /operator/info',
  refresh: 'PUT /v1/auth/refreshtoken',
  password: 'PUT /auth/password',
  link: 'GET /v1/get-link-to-messenger',
  setLink: 'POST /v1/set-link-to-messenger',
  factor: 'GET /v1/auth/factor',
  sessions: 'GET /v1/auth/sessions',
  setKeys: 'PUT /v1/settings/keys',
};
const factor = {
  body: { isOn: false, enabledAt: null, codesLeft: 0, requiredFrom: null, isRequired: false },
};

type Table = Parameters<typeof fakeServer>[0];
async function open(table: Table = {}, link = '') {
  const seen = fakeServer({
    [calls.profile]: read,
    [calls.link]: { body: link },
    [calls.factor]: factor,
    [calls.sessions]: { body: [] },
    ...table,
  });
  await renderPages({ '/settings': SettingsPage });
  return seen;
}
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const retype = async (input: HTMLElement, text: string) => {
  await user.clear(input);
  if (text) await user.type(input, text);
};

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r1' });
});

describe('profile', () => {
  it('saves, and updates the name in the menu', async () => {
    const access = jwt({ name: 'Инна' });
    const seen = await open({
      [calls.saveProfile]: {},
      [calls.refresh]: { body: { accessToken: access, refreshToken: 'r2' } },
    });
    const save = await screen.findByRole('button', { name: 'Сохранить' });
    expect(save).toHaveProperty('disabled', true);
    await retype(screen.getByRole('textbox', { name: 'Имя' }), 'Инна');
    await user.click(save);
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Изменения сохранены' }]));
    const { email: _e, idOperator: _o, idUser: _u, ...own } = info;
    const sent = seen.find(({ call }) => call === calls.saveProfile);
    expect(sent?.body).toEqual({ ...own, name: 'Инна' });
    expect(getSession()).toMatchObject({ operator: { name: 'Инна' } });
  });

  it('refuses an empty name and half a phone', async () => {
    const seen = await open();
    await retype(await screen.findByRole('textbox', { name: 'Имя' }), '');
    await retype(screen.getByRole('textbox', { name: 'Телефон' }), '912');
    await press('Сохранить');
    expect(screen.getByText('Укажите имя')).toBeDefined();
    expect(screen.getByText(/Введите номер полностью/)).toBeDefined();
    expect(seen.some(({ call }) => call === calls.saveProfile)).toBe(false);
  });

  it('offers a retry in place of the data', async () => {
    let down = true;
    await open({ [calls.profile]: () => (down ? problem(404) : read) });
    const retry = await screen.findByRole('button', { name: 'Повторить' });
    expect(getNotices()).toEqual([]);
    down = false;
    await user.click(retry);
    expect(await screen.findByDisplayValue('Специалист')).toBeDefined();
  });
});

describe('password', () => {
  const change = async (table: Table, words: [string, string, string]) => {
    const seen = await open(table);
    await press('Сменить пароль');
    const dialog = within(await screen.findByRole('dialog'));
    const labels = [/^Старый пароль/, /^Новый пароль/, /^Повторите новый пароль/];
    for (const [i, label] of labels.entries()) {
      const input = dialog.getByLabelText(label, { selector: 'input' });
      if (words[i]) await user.type(input, words[i]);
    }
    await user.click(dialog.getByRole('button', { name: 'Сменить пароль' }));
    return { seen, dialog };
  };

  it.each([
    ['a short old one', ['12345', 'long-enough', 'long-enough'], 'Неверный пароль'],
    ['a short new one', ['123456', 'short', 'short'], 'Пароль содержит меньше 8 символов'],
    ['two new ones', ['123456', 'long-enough', 'long-other'], 'Пароли не совпадают'],
  ] as const)('refuses %s', async (_name, words, text) => {
    const { seen, dialog } = await change({}, [...words]);
    expect(dialog.getByText(text)).toBeDefined();
    expect(seen.some(({ call }) => call === calls.password)).toBe(false);
  });

  it('changes it and confirms', async () => {
    const { seen } = await change({ [calls.password]: {} }, ['old-one', 'long-new', 'long-new']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = seen.find(({ call }) => call === calls.password);
    expect(sent?.body).toEqual({ oldPassword: 'old-one', newPassword: 'long-new' });
    expect(getNotices()).toMatchObject([{ title: 'Пароль изменён' }]);
  });

  it.each([
    [401, 'Неверный пароль', 'Неверный пароль'],
    [422, 'Слишком простой пароль', 'Слишком простой пароль'],
    [429, 'Слишком много попыток.', 'Слишком много попыток.'],
    [500, 'x', 'Ошибка сервера'],
  ])('on %i says what it must', async (status, detail, text) => {
    const errors = status === 401 ? [{ field: 'oldPassword', message: detail }] : [];
    const { dialog } = await change({ [calls.password]: problem(status, detail, errors) }, [
      'old-one',
      'long-new',
      'long-new',
    ]);
    expect(await dialog.findByText(text)).toBeDefined();
    expect(getSession().status).toBe('in');
  });
});

describe('messenger link', () => {
  it('is added', async () => {
    const seen = await open({ [calls.setLink]: {} });
    await user.click(await screen.findByRole('button', { name: 'Добавить ссылку' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'https://t.me/a{Enter}');
    const link = await screen.findByRole('link', { name: 'https://t.me/a' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    const sent = seen.find(({ call }) => call === calls.setLink);
    expect(sent).toMatchObject({ body: { settingLink: 'https://t.me/a' } });
    expect(sent?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is removed after a confirmation that names it', async () => {
    const seen = await open({ [calls.setLink]: {} }, 'https://t.me/a');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/https:\/\/t\.me\/a/)).toBeDefined();
    const [first] = dialog.getAllByRole('button', { name: /Отменить|Удалить/ });
    expect(first?.textContent).toBe('Отменить');
    await user.click(dialog.getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Ссылка не указана')).toBeDefined();
    expect(seen.find(({ call }) => call === calls.setLink)?.body).toEqual({ settingLink: '' });
  });

  it('is kept if the removal fails, with a notification', async () => {
    await open({ [calls.setLink]: problem(403) }, 'https://t.me/a');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: 'Доступ запрещён.' }]));
    expect(screen.getByText('https://t.me/a')).toBeDefined();
  });

  it('is plain text if its scheme is unsafe', async () => {
    await open({}, 'javascript:alert(1)');
    expect(await screen.findByText('javascript:alert(1)')).toBeDefined();
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
  });

  it.each(['https://t.me/a', 'http://vk.com', 'mailto:a@b.ru', 'tel:+79123456789'])(
    'may be %s',
    (link) => expect(isSafeLink(link)).toBe(true),
  );
  it.each(['javascript:alert(1)', 'data:text/html,x', 't.me/a', '//t.me', 'ftp://x', '', 'x'])(
    'may not be %j',
    (settingLink) => expect(errorsOf(linkSchema, { settingLink })).toHaveProperty('settingLink'),
  );
});

it('the switches of keys are kept by the server, each for itself', async () => {
  const seen = await open({
    [calls.setKeys]: { body: null },
    [calls.refresh]: { body: { accessToken: jwt({ slashKey: false }), refreshToken: 'r2' } },
  });
  const slash = await screen.findByRole<HTMLInputElement>('checkbox', { name: /клавише «\/»/ });
  expect(slash.checked).toBe(true);
  await user.click(slash);
  await waitFor(() => expect(seen.map(({ call }) => call)).toContain(calls.refresh));
  expect(seen.filter(({ call }) => call === calls.setKeys).map(({ body }) => body)).toEqual([
    { slashKey: false },
  ]);
  await waitFor(() => expect(slash.checked).toBe(false));
});
