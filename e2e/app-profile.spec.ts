// The profile: e-mail, phone, sessions, consents, notices, sign-out, leaving.
import { becomeActive, newPhone, signInApp, test } from './support/app';
import { codeFor } from './support/codes';
import { button, expect, field, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

const guest = 'Карта студента в телефоне';

test('e-mail and phone are changed after a confirmation', async ({ page, server }) => {
  await signInApp(page, server);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Почта' }).click();
  await field(page, 'Адрес почты').fill('не адрес');
  await button(page, 'Отправить письмо').click();
  await expect(page.getByText('Проверьте адрес')).toBeVisible();
  await field(page, 'Адрес почты').fill('student@example.ru');
  await button(page, 'Отправить письмо').click();
  await expect(page.getByText('Отправили письмо на student@example.ru')).toBeVisible();
  await button(page, 'Назад').click();
  await expect(page.getByRole('link', { name: 'Почта' })).toContainText('Не подтверждена');

  const phone = newPhone();
  await page.getByRole('link', { name: 'Телефон' }).click();
  await field(page, 'Новый номер телефона').fill(phone);
  await button(page, 'Получить код').click();
  const code = await codeFor(server, phone);
  await page.reload(); // the phone killed the app while the message was read
  await field(page, 'Код из SMS').fill(code);
  await heading(page, 'Профиль');
  await expect(page.getByRole('link', { name: 'Телефон' })).toContainText(phone.slice(-2));
});

test('an optional consent is withdrawn; withdrawing a required one means leaving', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  await page.goto('/profile/consents');
  await button(page, 'Отозвать: Согласие на письма программы').click();
  await button(page, 'Отозвать согласие').click();
  await expect(page.getByText('Согласие на письма программы')).toBeHidden();
  await button(page, 'Отозвать: Согласие на показ фотографии на кассе').click();
  await expect(page.getByRole('dialog')).toContainText('уйдёте из программы');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/profile/leave');
  await button(page, 'Удалить данные и уйти').click();
  await expect(page.getByText('Отметьте, чтобы продолжить.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await button(page, 'Удалить данные и уйти').click();
  await heading(page, guest);
});

test('signing out deletes all data on the phone', async ({ page, server }) => {
  await signInApp(page, server);
  await page.goto('/join/person');
  await field(page, 'Фамилия').fill('Забытая');
  await page.goto('/profile/sessions');
  await expect(page.getByText('Это устройство')).toBeVisible();
  await page.goto('/profile');
  await button(page, 'Выйти').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
  await heading(page, guest);
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('studbonus-app');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
          keys.onsuccess = () =>
            resolve(keys.result.filter((key) => String(key).startsWith('draft/')).length);
        };
      }),
  );
  expect(left).toBe(0);
});

test('new notices are counted on the tab until they are read', async ({ page, server }) => {
  await signInApp(page, server, '79000000004'); // the rejected student of the demo data
  await page.goto('/');
  await heading(page, 'Заявку вернули');
  const tab = page.getByRole('link', { name: 'Профиль' });
  await expect(tab).toContainText('1 новое');
  await tab.click();
  await page.getByRole('link', { name: 'Уведомления' }).click();
  await expect(page.getByRole('heading', { name: 'Заявку вернули', level: 2 })).toBeVisible();
  await expect(tab).not.toContainText('новое');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Заявку вернули', level: 2 })).toBeVisible();
  await expect(tab).not.toContainText('новое');
});
