import { inEveryView, noSideways } from './support/look';
import { call, fullName, someStudent } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  type Page,
  signIn,
  test,
} from './support/test';

const rows = (page: Page) => page.getByRole('list', { name: 'Записи журнала' });
const dialog = (page: Page) => page.getByRole('dialog');

test('an administrator filters the journal, opens a row and exports what was found', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  await page.getByRole('link', { name: 'Журнал' }).click();
  await expect(rows(page).getByRole('button').first()).toBeVisible();

  await page.goto('/journal?group=decisions&kind=partner');
  const row = rows(page)
    .getByRole('button', { name: /Партнёр заблокирован/ })
    .first();
  await expect(row).toBeVisible();
  await expect(rows(page).getByText('Отзыв опубликован')).toHaveCount(0);
  await row.click();
  await expect(dialog(page)).toContainText('Партнёр заблокирован');
  await expect(dialog(page)).toContainText('Причина:');
  const partner = dialog(page).getByRole('link');
  await expect(partner).toHaveAttribute('href', /^\/partners\/card\//);
  await expectAccessible(page, 'a row');
  await page.keyboard.press('Escape');

  await button(page, 'Скачать .xlsx').click();
  await page.getByLabel('Для чего нужна выгрузка').fill('Проверка решений');
  await button(page, 'Выгрузить').click();
  await expect(page.getByText('Файл готов')).toBeVisible({ timeout: 60_000 });
  await page.goto('/settings/exports');
  const mine = page.getByRole('row', { name: /Журнал/ }).first();
  await expect(mine).toContainText('Действия: Решения и статусы; Объект: Партнёр');
  await expect(mine).toContainText('Проверка решений');
  await page.goto('/journal?group=exports');
  await expect(rows(page).getByText('Начата выгрузка').first()).toBeVisible();
});

test('an auditor finds who opened and who exported a student', async ({ page }) => {
  await signIn(page, accounts.student2, '/?status=active');
  const student = await someStudent(page, { status: 'active' });
  await page.goto(`/card/${student.uuidUser}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.surname);
  await page.goto('/?status=active');
  await button(page, 'Скачать .xlsx').click();
  await page.getByLabel('Для чего нужна выгрузка').fill('Сверка с деканатом');
  await button(page, 'Выгрузить').click();
  await expect(page.getByText('Файл готов')).toBeVisible({ timeout: 60_000 });

  for (const auditor of [accounts.all, accounts.admin2]) {
    await signIn(page, auditor, `/card/${student.uuidUser}`);
    const seen = page.getByRole('region', { name: 'Кто видел' });
    const opened = seen.getByRole('list', { name: 'Открывали карточку' });
    await expect(opened.getByText('Белов Илья').first()).toBeVisible();
    const taken = seen
      .getByRole('list', { name: 'Выгружали данные' })
      .getByRole('listitem')
      .first();
    await expect(taken).toContainText('Белов Илья');
    await expect(taken).toContainText('Студенты, строк:');
    await expect(taken).toContainText('Цель: Сверка с деканатом');
    await expect(taken).toContainText('Файл не скачивали');
    await button(page, 'Показать также просмотры в списках').click();
    await expect(
      seen.getByRole('list', { name: 'Видели в списках' }).getByText('Белов Илья').first(),
    ).toBeVisible();
    await expectAccessible(page, 'who saw');
  }
});

test('a university’s administrator sees the own scope, others nothing', async ({ page }) => {
  await signIn(page, accounts.student, '/');
  const strange = await someStudent(page, { status: 'active' }); // of another university

  await signIn(page, accounts.admin2, '/journal');
  await expect(rows(page).getByRole('button').first()).toBeVisible();
  await page.goto(`/journal?uuidUser=${strange.uuidUser}`);
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  await expect(button(page, 'Скачать .xlsx')).toBeDisabled();
  await expect(page.getByText(fullName(strange))).toHaveCount(0);

  await signIn(page, accounts.chairman, '/');
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await expect(menu.getByRole('link', { name: 'Студенты' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Журнал' })).toHaveCount(0);
  for (const [method, path] of [
    ['PUT', '/v1/journal'],
    ['POST', '/v1/journal/export'],
  ] as const) {
    expect((await call(page, method, path)).status()).toBe(403);
  }
});

inEveryView(() => {
  test('the journal and who saw a student look right', async ({ page }) => {
    await signIn(page, accounts.all, '/journal');
    await expect(rows(page).getByRole('button').first()).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'journal');
    const first = async () => (await rows(page).getByRole('button').first().boundingBox())?.y;
    const { height = 0 } = page.viewportSize() ?? {};
    await expect.poll(first, 'top of the first row').toBeLessThanOrEqual(height / 3);
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    const filters = page.getByRole('dialog', { name: /^Фильтры/ });
    await filters.getByRole('button', { name: 'Открыть календарь' }).last().click();
    await page.getByRole('button', { name: 'Предыдущий месяц' }).click();
    await expectAccessible(page, 'journal filters');
    await page
      .getByRole('dialog', { name: 'Календарь' })
      .getByText('7', { exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(/to=07\.\d{2}\.\d{4}/);
    await page.goto('/journal');
    await rows(page).getByRole('button').first().click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page, 'row');
    await page.keyboard.press('Escape');
    const student = await someStudent(page, { status: 'active' });
    await page.goto(`/card/${student.uuidUser}`);
    await expect(
      page
        .getByText('Данные студента никто не выгружал.')
        .or(page.getByRole('list', { name: 'Выгружали данные' })),
    ).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'who saw');
  });
});
