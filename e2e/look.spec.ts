import { inEveryView, noSideways } from './support/look';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  field,
  openSettings,
  test,
} from './support/test';

inEveryView(() => {
  test('sign-in pages are accessible', async ({ page }) => {
    for (const path of ['/auth', '/auth/resetpassword', '/confirmreset/some-hash']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, path);
      await noSideways(page);
      await page.locator('button[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
      await expectAccessible(page, `${path} with errors`);
    }
  });

  test('settings are accessible, dialogs too', async ({ page }) => {
    await openSettings(page, accounts.all);
    await expectAccessible(page, 'settings');
    await noSideways(page);
    await field(page, 'Имя').fill('');
    await button(page, 'Сохранить').click();
    await expectAccessible(page, 'settings with errors');
    await button(page, 'Отменить').click();
    await button(page, 'Сменить пароль').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'password dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(page, 'Сменить пароль')).toBeFocused();
  });
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu is a drawer behind a burger button', async ({ page }) => {
    await openSettings(page, accounts.all);
    await expect(page.getByRole('navigation', { name: 'Главное меню' })).toBeHidden();
    await button(page, 'Открыть меню').click();
    const drawer = page.getByRole('dialog', { name: 'Главное меню' });
    await expect(drawer.getByText(accounts.all)).toBeVisible();
    await expectAccessible(page, 'drawer');
    await drawer.getByRole('link', { name: 'Настройки' }).click();
    await expect(drawer).toBeHidden();
    await button(page, 'Открыть меню').click();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });
});

test.describe('tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the menu collapses to icons with names', async ({ page }) => {
    await openSettings(page, accounts.all);
    const menu = page.getByRole('navigation', { name: 'Главное меню' });
    expect((await menu.boundingBox())?.width).toBeLessThanOrEqual(64);
    await menu.getByRole('link', { name: 'Настройки' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Настройки');
  });
});

test('works with the keyboard alone', async ({ page }) => {
  await openSettings(page, accounts.all);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Перейти к содержимому' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Назад')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Фамилия')).toBeFocused();
});

test('the chosen theme survives a reload without a flash', async ({ page }) => {
  await openSettings(page, accounts.all);
  const html = page.locator('html');
  await page.getByText('Тёмная', { exact: true }).locator('..').click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(field(page, 'Имя')).toBeVisible();
  await page.getByText('Как в системе', { exact: true }).locator('..').click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
});
