import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { eraseSession, getSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { InvitationPage } from './invitation/InvitationPage';
import { ResetConfirmPage } from './ResetConfirmPage';
import { ResetRequestPage } from './ResetRequestPage';
import { SignInPage } from './SignInPage';

const pages = {
  '/auth': SignInPage,
  '/auth/resetpassword': ResetRequestPage,
  '/confirmreset/$hash': ResetConfirmPage,
  '/invite/$hash': InvitationPage,
};
const email = 'POST /v1/auth/email';
const reset = 'PUT /auth/reset';
const confirm = 'PUT /auth/reset-confirm';

// The label of a required field has an asterisk.
const input = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`), { selector: 'input' });
const type = (name: string, text: string) => user.type(input(name), text);
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(() => {
  dismissAll();
  eraseSession();
});

describe('the second step', () => {
  const asked = { body: { tokens: null, second: { ticket: 'ticket-1' } } };
  const second = 'PUT /v1/auth/second';
  const enter = async (table: Parameters<typeof fakeServer>[0]) => {
    const seen = fakeServer({ [email]: asked, ...table });
    await renderPages(pages, '/auth');
    await type('E-mail', 'a@b.ru');
    await type('Пароль', 'secret-1{Enter}');
    await screen.findByRole('heading', { name: 'Код для входа' });
    return seen;
  };

  it('signs in with a code, and warns if few recovery codes are left', async () => {
    const tokens = { accessToken: jwt(), refreshToken: 'r1' };
    const seen = await enter({ [second]: { body: { tokens, codesLeft: 2 } } });
    expect(getSession().status).toBe('out');
    await press('Войти');
    expect(screen.getByText('Введите код')).toBeDefined();
    await type('Код', '123 456{Enter}');
    await waitFor(() => expect(getSession().status).toBe('in'));
    expect(seen.at(-1)?.body).toEqual({ ticket: 'ticket-1', code: '123 456' });
    expect(getNotices()[0]?.title).toContain('Осталось резервных кодов: 2');
  });

  it('reports a wrong code, and restarts after the ticket has expired', async () => {
    const wrong = problem(401, 'Неверный код', [{ field: 'code', message: 'Неверный код' }]);
    const over = problem(401, 'Время на ввод кода вышло. Войдите заново.');
    const answers = [wrong, over];
    await enter({ [second]: () => answers.shift() ?? over });
    await type('Код', '000000{Enter}');
    expect(await screen.findByText('Неверный код')).toBeDefined();
    await type('Код', '{Enter}');
    expect(await screen.findByText('Время на ввод кода вышло. Войдите заново.')).toBeDefined();
    expect(input('E-mail')).toBeDefined();
  });
});

describe('an invitation', () => {
  const offer = 'PUT /auth/invitation';
  const accept = 'PUT /auth/invitation-accept';
  const offered = {
    body: {
      login: 'new@example.ru',
      role: 'chairman',
      isAdmin: false,
      shortNameUniversity: 'СПбГУ',
      inviter: 'Ёлкина Мария',
    },
  };
  const open = async (table: Parameters<typeof fakeServer>[0]) => {
    const seen = fakeServer(table);
    await renderPages(pages, '/invite/abc');
    return seen;
  };

  it('is accepted with a name and a password', async () => {
    const seen = await open({ [offer]: offered, [accept]: {} });
    expect(await screen.findByText(/Ёлкина Мария приглашает вас/)).toBeDefined();
    await press('Принять приглашение');
    expect(screen.getByText('Укажите фамилию')).toBeDefined();
    await type('Фамилия', 'Петрова');
    await type('Имя', 'Анна');
    await type('Придумайте пароль', 'Nadezhnyj-1');
    await type('Повторите пароль', 'other');
    await press('Принять приглашение');
    expect(screen.getByText('Пароли не совпадают')).toBeDefined();
    await user.clear(input('Повторите пароль'));
    await type('Повторите пароль', 'Nadezhnyj-1{Enter}');
    expect(await screen.findByRole('heading', { name: 'Вход' })).toBeDefined();
    expect(seen.at(-1)?.body).toEqual({
      hash: 'abc',
      surname: 'Петрова',
      name: 'Анна',
      patronymic: '',
      password: 'Nadezhnyj-1',
    });
  });

  it('that is no longer valid shows a message', async () => {
    await open({ [offer]: problem(404, 'Не найдено.') });
    expect(await screen.findByText('Приглашение не действует')).toBeDefined();
  });

  it('whose sender lost the right shows the server’s message', async () => {
    const lost = 'Тот, кто вас пригласил, больше не может дать эти права.';
    await open({ [offer]: offered, [accept]: problem(409, lost) });
    await screen.findByText(/приглашает вас/);
    await type('Фамилия', 'Петрова');
    await type('Имя', 'Анна');
    await type('Придумайте пароль', 'Nadezhnyj-1');
    await type('Повторите пароль', 'Nadezhnyj-1{Enter}');
    expect(await screen.findByText(lost)).toBeDefined();
  });
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

  it('reports a wrong password', async () => {
    fakeServer({ [email]: problem(401) });
    await signIn();
    expect(await screen.findByText('Неверный пароль')).toBeDefined();
    expect(document.activeElement).toBe(input('Пароль'));
    expect(getNotices()).toEqual([]);
  });

  it('reports an unknown user at the field and as a notification', async () => {
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

  it('reports a lost connection', async () => {
    fakeServer({});
    await signIn();
    await screen.findAllByText('Что-то пошло не так!');
    expect(getNotices()).toHaveLength(1);
  });

  it('shows the server’s message for too many attempts', async () => {
    fakeServer({ [email]: problem(429, 'Слишком много попыток. Попробуйте позже.') });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Слишком много попыток.');
  });

  it('refuses an unknown role', async () => {
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

  it('changes the title and links back', async () => {
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

it('a reset request without a network says so', async () => {
  fakeServer({});
  await renderPages(pages, '/auth/resetpassword');
  await type('E-mail', 'a@b.ru');
  await press('Отправить ссылку');
  await screen.findByText('Ошибка сервера');
  expect(getNotices()).toMatchObject([{ text: expect.stringContaining('интернет-соединение') }]);
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

  it('removes Cyrillic letters and whitespace while typing', async () => {
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

  it('offers a new link if the old one is invalid', async () => {
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
