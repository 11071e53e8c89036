import { call } from './support/students';
import { accounts, button, expect, expectNotice, type Page, signIn, test } from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const name = (page: Page) =>
  dialog(page).getByRole('textbox', { name: 'Название института или факультета' });

// The only journey that creates a structure from scratch. It deletes everything it creates.
test('a structure is created from scratch and deleted again', async ({ page }) => {
  await signIn(page, accounts.fresh);
  await expect(page).toHaveURL('/structure');
  await expect(page.getByText('Создайте структуру университета')).toBeVisible();
  for (const path of ['/', '/application', '/card/00000000-0000-4000-8000-000000000000']) {
    await page.goto(path);
    await expect(page).toHaveURL('/structure');
  }

  await button(page, 'Добавить').click();
  await dialog(page).getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog(page).getByText('Введите название факультета')).toBeVisible();
  await name(page).fill('  <i>Ёлочный</i> факультет ');
  await name(page).press('Enter');
  await expect(page.getByText('В структуре 1 факультет')).toBeVisible();
  await expect(page.getByText('<i>Ёлочный</i> факультет', { exact: true }).first()).toBeVisible();

  // With the first faculty the other areas open without a new sign-in.
  await page.getByRole('link', { name: 'Студенты' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Добавьте университет')).toBeVisible();
  await page.getByRole('link', { name: 'Заявки' }).click();
  await expect(page.getByText('Нет студентов')).toBeVisible();
  await page.getByRole('link', { name: 'Структура' }).click();

  await button(page, 'Добавить').click();
  await dialog(page).getByText('По ИНН', { exact: true }).click();
  const inn = dialog(page).getByRole('textbox', { name: 'ИНН университета' });
  const done = dialog(page).getByRole('button', { name: 'Готово' });
  await inn.fill('77010025');
  await inn.press('Enter');
  await expect(dialog(page).getByText('Введите ИНН')).toBeVisible();
  await inn.fill('1234567890');
  await inn.press('Enter');
  await expect(dialog(page).getByText('ничего нет')).toBeVisible();
  await expect(done).toBeDisabled();
  await inn.fill('7701002520');
  await dialog(page).getByRole('button', { name: 'Найти' }).click();
  await expect(dialog(page).getByText('В каталоге 21 факультет')).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Лингвистика' }).uncheck();
  await done.click();
  await expectNotice(page, 'Добавлено 20 факультетов');
  await expect(page.getByText('В структуре 21 факультет')).toBeVisible();

  await button(page, 'Редактировать: <i>Ёлочный</i> факультет').click();
  await name(page).fill('Ёлочный факультет');
  await dialog(page).getByRole('button', { name: 'Добавить специальность' }).click();
  await dialog(page).getByRole('textbox', { name: 'Специальность 1' }).fill('Хвоя');
  await dialog(page).getByRole('button', { name: 'Добавить специальность' }).click();
  await dialog(page).getByRole('textbox', { name: 'Специальность 2' }).fill('хвоя');
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog(page).getByText('Такая специальность уже есть').first()).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Специальность 2' }).fill('Шишки');
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('2 специальности: Хвоя, Шишки')).toBeVisible();

  await button(page, 'Редактировать: Ёлочный факультет').click();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/v1/hierarchy')) sent += 1;
  });
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog(page)).toBeHidden();
  expect(sent).toBe(0);
  await button(page, 'Редактировать: Ёлочный факультет').click();
  await button(page, 'Удалить специальность: Хвоя').click();
  const asked = page.getByRole('dialog', { name: 'Удалить специальность?' });
  await expect(asked).toContainText('Хвоя');
  await asked.getByRole('button', { name: 'Удалить' }).click();
  await expect(asked).toBeHidden();
  await dialog(page).getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText('1 специальность: Шишки')).toBeVisible();

  const { ok } = await takeDown(page, 'Ёлочный факультет');
  expect(ok).toBe(true);
  await page.reload();
  await button(page, 'Удалить: Ёлочный факультет').click();
  await expect(dialog(page)).toContainText('«Ёлочный факультет»');
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Создайте структуру университета')).toBeVisible();
  await page.getByRole('link', { name: 'Студенты' }).click();
  await expect(page).toHaveURL('/structure');
});

/** Deletes all faculties but one by calls. */
async function takeDown(page: Page, kept: string) {
  const faculties = await (await call(page, 'GET', '/v1/hierarchy')).json();
  for (const { uuidDepartment, nameDepartment } of faculties) {
    if (nameDepartment === kept) continue;
    const path = `/v1/hierarchy/faculty/${uuidDepartment}`;
    if (!(await call(page, 'DELETE', path)).ok()) return { ok: false };
  }
  return { ok: true };
}

test('a faculty with students cannot be deleted, and the message says why', async ({ page }) => {
  await signIn(page, accounts.chairman2);
  await page.getByRole('link', { name: 'Структура' }).click();
  await page
    .getByRole('button', { name: /^Удалить: / })
    .first()
    .click();
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expectNotice(page, 'прикреплены студенты');
  await expect(dialog(page)).toBeHidden();
});

test('a duplicate name is reported under the field', async ({ page }) => {
  await signIn(page, accounts.chairman2, '/structure');
  const first = await page
    .getByRole('button', { name: /^Редактировать: / })
    .first()
    .getAttribute('aria-label');
  await button(page, 'Добавить').click();
  await name(page).fill((first ?? '').replace('Редактировать: ', '').toUpperCase());
  await name(page).press('Enter');
  await expect(dialog(page).getByText('уже есть')).toBeVisible();
  await expect(name(page)).toBeFocused();
});
