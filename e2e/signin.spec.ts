import {
  accounts,
  button,
  enter,
  expect,
  field,
  password,
  signInByForm,
  stored,
  test,
} from './support/test';

test.describe('a stranger', () => {
  for (const path of ['/', '/settings', '/partners', '/nowhere/at/all']) {
    test(`is sent from ${path} to sign-in`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
      await expect(page).toHaveTitle('Вход — СтудБонус');
    });
  }

  test('is told what to fill in', async ({ page }) => {
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

  test('unknown to us is told twice', async ({ page }) => {
    await enter(page, 'nobody@demo.studbonus.ru');
    await expect(page.getByText('Такого пользователя нет')).toBeVisible();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Пользователь не найден' }),
    ).toBeVisible();
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
      expect(await stored(page)).toEqual(['accessToken', 'lastURL', 'refreshToken']);
    });
  }
});

test('a session that ended goes on where it stood', async ({ page }) => {
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

test('no stored address leads outside', async ({ page, context }) => {
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
