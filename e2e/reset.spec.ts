import { resetLinks } from './support/mail';
import {
  accounts,
  button,
  enter,
  expect,
  expectNotice,
  field,
  password,
  restorePassword,
  signInByForm,
  test,
} from './support/test';

const login = accounts.student2;
const fresh = 'Novyj-Parol-77';

test('a forgotten password is replaced by mail, once', async ({ page, server }) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await expect(page.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible();

  await button(page, 'Отправить ссылку').click();
  await expect(page.getByText('Заполните поле E-mail')).toBeVisible();
  await field(page, 'E-mail').fill('nobody@demo.studbonus.ru');
  await button(page, 'Отправить ссылку').click();
  await expect(page.getByText('Такого пользователя нет')).toBeVisible();

  await field(page, 'E-mail').fill(login);
  await button(page, 'Отправить ссылку').click();
  await expect(page.getByRole('heading', { name: 'Сообщение отправлено' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Войти снова' })).toHaveAttribute('href', '/auth');

  await expect.poll(() => resetLinks(server, login).length, { timeout: 60_000 }).toBe(1);
  const [link = ''] = resetLinks(server, login);

  await page.goto(link);
  await field(page, 'Новый пароль').fill('корот кий');
  await expect(field(page, 'Новый пароль')).toHaveValue('');
  await field(page, 'Новый пароль').fill('short');
  await button(page, 'Сбросить пароль').click();
  await expect(page.getByText('Пароль содержит меньше 8 символов')).toBeVisible();
  await field(page, 'Новый пароль').fill(fresh);
  await field(page, 'Повторите пароль').fill('Another-Word-1');
  await button(page, 'Сбросить пароль').click();
  await expect(page.getByText('Пароли не совпадают')).toBeVisible();
  await field(page, 'Повторите пароль').fill(fresh);
  await field(page, 'Повторите пароль').press('Enter');
  await expect(page).toHaveURL('/auth');
  await expectNotice(page, 'Пароль изменён');

  await enter(page, login, password);
  await expect(page.getByText('Неверный пароль')).toBeVisible();
  await signInByForm(page, login, fresh);

  // The link is dead for everybody, and it was never stored as the last visited page.
  await page.goto(link);
  await field(page, 'Новый пароль').fill(fresh);
  await field(page, 'Повторите пароль').fill(fresh);
  await button(page, 'Сбросить пароль').click();
  await expect(page.getByText('Ссылка устарела или уже использована.')).toBeVisible();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(
    'confirmreset',
  );
  await restorePassword(page, fresh);
});
