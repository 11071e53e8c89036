import {
  accounts,
  button,
  expect,
  expectNotice,
  field,
  openSettings,
  password,
  restorePassword,
  signInByForm,
  test,
} from './support/test';

const menu = { name: 'Главное меню' };

test('the profile is saved, and the menu shows it', async ({ page }) => {
  await openSettings(page, accounts.univer);
  await field(page, 'Имя').fill('Аглая');
  await field(page, 'Отчество').fill('Ильинична');
  await field(page, 'Должность').fill('Ведущий специалист');
  await field(page, 'Телефон').fill('');
  await field(page, 'Телефон').pressSequentially('8 (912) 345-67-89');
  await expect(field(page, 'Телефон')).toHaveValue('+7 (912) 345-67-89');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Изменения сохранены');
  await expect(page.getByRole('navigation', menu).getByText(/^Аглая /)).toBeVisible();
  await page.reload();
  await expect(field(page, 'Имя')).toHaveValue('Аглая');
  await expect(field(page, 'Отчество')).toHaveValue('Ильинична');
  await expect(field(page, 'Должность')).toHaveValue('Ведущий специалист');
  await expect(field(page, 'Телефон')).toHaveValue('+7 (912) 345-67-89');
  await expect(field(page, 'E-mail')).toHaveValue(accounts.univer);
  await expect(field(page, 'E-mail')).not.toBeEditable();
});

test('a pasted phone number is normalized', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page, accounts.student);
  for (const spelling of ['+79123456780', '8 912 345-67-80', '9123456780', '+7 (912) 345-67-80']) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), spelling);
    await field(page, 'Телефон').focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(field(page, 'Телефон')).toHaveValue('+7 (912) 345-67-80');
  }
});

test('invalid fields have messages and the first one is focused', async ({ page }) => {
  await openSettings(page, accounts.student);
  await field(page, 'Фамилия').fill(' ');
  await field(page, 'Телефон').fill('+7 (912) 3');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Укажите фамилию')).toBeVisible();
  await expect(page.getByText('Введите номер полностью')).toBeVisible();
  await expect(field(page, 'Фамилия')).toBeFocused();
});

test('leaving with unsaved changes asks first', async ({ page }) => {
  await openSettings(page, accounts.student);
  await field(page, 'Имя').fill('Другое');
  await button(page, 'Выйти').click();
  await button(page, 'Остаться').click();
  await expect(field(page, 'Имя')).toHaveValue('Другое');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await button(page, 'Отменить').click();
  await expect(button(page, 'Сохранить')).toBeDisabled();
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth');
});

test('the password is changed', async ({ page }) => {
  const fresh = 'Sovsem-Drugoj-5';
  await openSettings(page, accounts.flag);
  await button(page, 'Сменить пароль').click();
  const dialog = page.getByRole('dialog', { name: 'Смена пароля' });
  const fill = async (old: string, next: string, repeat = next) => {
    await dialog.getByRole('textbox', { name: 'Старый пароль' }).fill(old);
    await dialog.getByRole('textbox', { name: 'Новый пароль', exact: true }).fill(next);
    await dialog.getByRole('textbox', { name: 'Повторите новый пароль' }).fill(repeat);
    await dialog.getByRole('button', { name: 'Сменить пароль' }).click();
  };
  await fill('12345', 'short');
  await expect(dialog.getByText('Неверный пароль')).toBeVisible();
  await expect(dialog.getByText('Пароль содержит меньше 8 символов')).toBeVisible();
  await fill(password, fresh, `${fresh}!`);
  await expect(dialog.getByText('Пароли не совпадают')).toBeVisible();
  await fill('Not-the-old-1', fresh);
  await expect(dialog.getByText('Неверный пароль')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Старый пароль' })).toBeFocused();
  await fill(password, 'password123');
  await expect(dialog.getByText('Слишком простой пароль')).toBeVisible();
  await fill(password, fresh);
  await expectNotice(page, 'Пароль изменён');
  await expect(dialog).toBeHidden();
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth');
  await signInByForm(page, accounts.flag, fresh);
  await restorePassword(page, fresh);
});

test('the messenger link is added, changed and removed', async ({ page }) => {
  await openSettings(page, accounts.chairman2);
  const dialog = page.getByRole('dialog');
  const link = dialog.getByRole('textbox', { name: 'Ссылка на мессенджер' });
  const remove = async () => {
    await button(page, 'Удалить').click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByText('Ссылка не указана')).toBeVisible();
  };
  await expect(page.getByText('Ссылка на мессенджер', { exact: true })).toBeVisible();
  await expect(button(page, 'Изменить').or(button(page, 'Добавить ссылку'))).toBeVisible();
  if (await button(page, 'Изменить').isVisible()) await remove();

  await button(page, 'Добавить ссылку').click();
  await link.fill('javascript:alert(1)');
  await link.press('Enter');
  await expect(dialog.getByText('Укажите полную ссылку')).toBeVisible();
  await link.fill('https://t.me/profkom_spbu');
  await link.press('Enter');
  await expect(page.getByRole('link', { name: 'https://t.me/profkom_spbu' })).toBeVisible();

  await button(page, 'Изменить').click();
  await link.fill('mailto:profkom@spbu.ru');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('link', { name: 'mailto:profkom@spbu.ru' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'mailto:profkom@spbu.ru' })).toBeVisible();

  await button(page, 'Удалить').click();
  await expect(dialog.getByText('mailto:profkom@spbu.ru')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Отменить' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Отменить' }).click();
  await remove();
  await page.reload();
  await expect(page.getByText('Ссылка не указана')).toBeVisible();
});
