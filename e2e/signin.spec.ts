import {
  accounts,
  button,
  enter,
  expect,
  expectNotice,
  field,
  password,
  signInByForm,
  stored,
  test,
} from './support/test';

test.describe('a visitor who is not signed in', () => {
  for (const path of ['/', '/settings', '/partners', '/nowhere/at/all']) {
    test(`is sent from ${path} to sign-in`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
      await expect(page).toHaveTitle('Вход — СтудБонус');
    });
  }

  test('sees which fields to fill in', async ({ page }) => {
    await page.goto('/auth');
    await button(page, 'Войти').click();
    await expect(page.getByText('Заполните поля')).toBeVisible();
    await field(page, 'E-mail').fill('кто-то');
    await button(page, 'Войти').click();
    await expect(page.getByText('E-mail неверного формата')).toBeVisible();
    await expect(page.getByText('Заполните пароль')).toBeVisible();
    await expect(field(page, 'E-mail')).toBeFocused();
  });

  test('with a wrong password stays out', async ({ page }) => {
    await enter(page, accounts.chairman2, 'Not-the-1');
    await expect(page.getByText('Неверный пароль')).toBeVisible();
    await expect(field(page, 'Пароль')).toBeFocused();
    expect(await stored(page)).not.toContain('accessToken');
  });

  test('with an unknown login sees a message at the field and a notice', async ({ page }) => {
    await enter(page, 'nobody@demo.studbonus.ru');
    await expect(page.getByText('Такого пользователя нет')).toBeVisible();
    await expectNotice(page, 'Пользователь не найден');
  });
});

test.describe('each role', () => {
  for (const login of Object.values(accounts)) {
    test(`${login} gets in, sees the menu and stays inside`, async ({ page }) => {
      await signInByForm(page, login);
      const menu = page.getByRole('navigation', { name: 'Главное меню' });
      await expect(menu.getByText('СтудБонус')).toBeVisible();
      await expect(menu.getByText(login)).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Настройки' })).toBeVisible();
      await expect(menu.getByRole('button', { name: 'Выйти' })).toBeVisible();
      await expect(page).not.toHaveURL('/auth');
      const landing = page.url();
      for (const path of ['/nowhere', '/auth', '/auth/resetpassword', '/card/..%2f']) {
        await page.goto(path);
        await expect(page).toHaveURL(landing);
      }
      await page.goto('/settings');
      await expect(page.getByRole('heading', { name: 'Настройки', level: 1 })).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Настройки' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect.poll(() => stored(page)).toEqual(['accessToken', 'lastURL', 'refreshToken']);
    });
  }
});

test('after signing in again the console reopens the same page', async ({ page }) => {
  await signInByForm(page, accounts.all);
  await page.goto('/settings?from=mail');
  await expect(field(page, 'Имя')).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('accessToken');
    localStorage.removeItem('refreshToken');
  });
  await page.goto('/settings');
  await expect(page).toHaveURL('/auth');
  await enter(page, accounts.all, password);
  await expect(page).toHaveURL('/settings?from=mail');
});

test('a stored address never leads to another site', async ({ page, context }) => {
  const visited: string[] = [];
  context.on('request', (request) => visited.push(new URL(request.url()).host));
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'javascript:alert(1)',
  ];
  for (const url of hostile) {
    await page.goto('/auth');
    await page.evaluate((value) => {
      localStorage.clear();
      localStorage.setItem('lastURL', value);
    }, url);
    await signInByForm(page, accounts.all);
    expect(new URL(page.url()).pathname).toMatch(/^\/[\w-]*$/);
  }
  expect(new Set(visited).size).toBe(1);
});
