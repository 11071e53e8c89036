import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { eraseSession, getSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { ResetConfirmPage } from './ResetConfirmPage';
import { ResetRequestPage } from './ResetRequestPage';
import { SignInPage } from './SignInPage';

const pages = {
  '/auth': SignInPage,
  '/auth/resetpassword': ResetRequestPage,
  '/confirmreset/$hash': ResetConfirmPage,
};
const email = 'POST /v1/auth/email';
const reset = 'PUT /auth/reset';
const confirm = 'PUT /auth/reset-confirm';

const input = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const type = (name: string, text: string) => user.type(input(name), text);
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(() => {
  dismissAll();
  eraseSession();
});

describe('sign-in', () => {
  const signIn = async (login = 'a@b.ru', password = 'secret-1') => {
    await renderPages(pages, '/auth');
    if (login) await type('E-mail', login);
    if (password) await type('Пароль', password);
    await user.type(input('Пароль'), '{Enter}');
  };

  it.each([
    ['', '', 'Заполните поля'],
    ['a@b.ru', '', 'Заполните пароль'],
    ['', 'x', 'Заполните E-mail'],
    ['a@b', 'x', 'E-mail неверного формата'],
  ])('with %j and %j says %s', async (login, password, text) => {
    const seen = fakeServer({});
    await signIn(login, password);
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  it('marks both fields when both are empty', async () => {
    await signIn('', '');
    expect(input('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(input('Пароль').getAttribute('aria-invalid')).toBe('true');
  });

  it('starts the session', async () => {
    const tokens = { accessToken: jwt(), refreshToken: 'r1' };
    const seen = fakeServer({ [email]: { body: { tokens } } });
    await signIn(' a@b.ru ');
    await waitFor(() => expect(getSession().status).toBe('in'));
    const body = { login: 'a@b.ru', password: 'secret-1', place: 'operator' };
    expect(seen).toMatchObject([{ body, token: null }]);
  });

  it('says that the password is wrong', async () => {
    fakeServer({ [email]: problem(401) });
    await signIn();
    expect(await screen.findByText('Неверный пароль')).toBeDefined();
    expect(document.activeElement).toBe(input('Пароль'));
    expect(getNotices()).toEqual([]);
  });

  it('says that there is no such user, twice', async () => {
    fakeServer({ [email]: problem(404) });
    await signIn();
    expect(await screen.findByText('Такого пользователя нет')).toBeDefined();
    expect(getNotices()).toMatchObject([{ text: 'Пользователь не найден' }]);
  });

  it.each([
    ['a 500', { [email]: problem(500) }],
    ['a 200 without tokens', { [email]: { body: {} } }],
  ])('blames both fields for %s', async (_name, table) => {
    fakeServer(table);
    await signIn();
    expect(await screen.findAllByText('Что-то пошло не так!')).toHaveLength(2);
  });

  it('tells of a lost connection as well', async () => {
    fakeServer({});
    await signIn();
    await screen.findAllByText('Что-то пошло не так!');
    expect(getNotices()).toHaveLength(1);
  });

  it('repeats the server’s words for too many tries', async () => {
    fakeServer({ [email]: problem(429, 'Слишком много попыток. Попробуйте позже.') });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Слишком много попыток.');
  });

  it('refuses a role that is not ours', async () => {
    const tokens = { accessToken: jwt({ role: 'student' }), refreshToken: 'r1' };
    fakeServer({ [email]: { body: { tokens } } });
    await signIn();
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: 'Доступ запрещён.' }]));
    expect(localStorage).toHaveLength(0);
  });
});

describe('reset request', () => {
  const request = async (login: string) => {
    await renderPages(pages, '/auth/resetpassword');
    if (login) await type('E-mail', login);
    await press('Отправить ссылку');
  };

  it.each([
    ['', 'Заполните поле E-mail'],
    ['a@b', 'Некорректный E-mail'],
  ])('with %j says %s', async (login, text) => {
    await request(login);
    expect(screen.getByText(text)).toBeDefined();
  });

  it('changes the title and leads back', async () => {
    fakeServer({ [reset]: {} });
    await request('a@b.ru');
    expect(await screen.findByRole('heading', { name: 'Сообщение отправлено' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Войти снова' }).getAttribute('href')).toBe('/auth');
  });

  it.each([
    [404, '', 'Такого пользователя нет'],
    [500, '', 'Ошибка сервера'],
    [429, 'Попробуйте через час.', 'Попробуйте через час.'],
  ])('on %i says what it must', async (status, detail, text) => {
    fakeServer({ [reset]: problem(status, detail) });
    await request('a@b.ru');
    expect(await screen.findByText(text)).toBeDefined();
  });
});

describe('reset confirmation', () => {
  const set = async (password: string, repeat: string) => {
    const router = await renderPages(pages, '/confirmreset/h-1');
    if (password) await type('Новый пароль', password);
    if (repeat) await type('Повторите пароль', repeat);
    await press('Сбросить пароль');
    return router;
  };

  it.each([
    ['short', 'short', 'Пароль содержит меньше 8 символов'],
    ['long-enough', 'other-word', 'Пароли не совпадают'],
  ])('with %s and %s says %s', async (password, repeat, text) => {
    await set(password, repeat);
    expect(screen.getByText(text)).toBeDefined();
  });

  it('strips Cyrillic and whitespace before one’s eyes', async () => {
    const seen = fakeServer({ [confirm]: {} });
    const router = await set('па Long-роль7 x', 'Long-7x');
    expect(input('Новый пароль').value).toBe('Long-7x');
    expect(seen).toEqual([]);
    await user.type(input('Новый пароль'), 'yz');
    await user.type(input('Повторите пароль'), 'yz{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(seen).toMatchObject([{ body: { hash: 'h-1', password: 'Long-7xyz' } }]);
    expect(getNotices()).toMatchObject([{ tone: 'success', title: 'Пароль изменён' }]);
  });

  it('offers a new link for a dead one', async () => {
    fakeServer({ [confirm]: problem(404) });
    await set('long-enough', 'long-enough');
    expect((await screen.findByRole('alert')).textContent).toContain('Ошибка сервера');
    const link = screen.getByRole('link', { name: 'Запросить новую ссылку' });
    expect(link.getAttribute('href')).toBe('/auth/resetpassword');
  });

  it.each([
    [422, 'Слишком простой пароль', 'Слишком простой пароль'],
    [500, 'x', 'Ошибка сервера'],
  ])('on %i says what it must', async (status, detail, text) => {
    fakeServer({ [confirm]: problem(status, detail) });
    await set('long-enough', 'long-enough');
    expect(await screen.findByText(text)).toBeDefined();
  });
});
