import { inEveryView, noSideways } from './support/look';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  openPalette,
  type Page,
  palette,
  signIn,
  test,
} from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const total = (page: Page) => page.getByRole('status').filter({ hasText: 'Найдено' });

async function save(page: Page, name: string) {
  await button(page, 'Виды').click();
  await item(page, /Сохранить текущий вид/).click();
  await dialog(page).getByLabel('Название').fill(name);
}

test('a list is saved as a view, shared, renamed, found in the palette and deleted', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, accounts.student, '/?status=blocked&sort=surname');
  await save(page, 'Блокированные');
  await dialog(page).getByLabel('Показывать коллегам').check();
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Вид «Блокированные» сохранён');

  // The same name again is refused, and nothing is lost.
  await save(page, 'блокированные');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Вид с таким названием у вас уже есть.')).toBeVisible();
  await dialog(page).getByLabel('Название').fill('Второй');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Вид «Второй» сохранён');

  // A colleague opens it, and has nothing to change it with.
  const colleague = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await signIn(colleague, accounts.chairman);
  await button(colleague, 'Виды').click();
  await expect(item(colleague, /Второй/)).toHaveCount(0);
  await item(colleague, /Блокированные/).click();
  await expect(colleague).toHaveURL('/?status=blocked&sort=surname');
  await button(colleague, 'Виды').click();
  await expect(item(colleague, /Сохранить/)).toBeVisible();
  await expect(item(colleague, /Настроить/)).toHaveCount(0);
  await colleague.context().close();

  await page.goto('/');
  await button(page, 'Виды').click();
  await item(page, /Настроить/).click();
  await button(page, 'Выше: Второй').click();
  await expect(dialog(page).getByRole('listitem').first()).toContainText('Второй');
  await button(page, 'Изменить: Второй').click();
  await dialog(page).getByLabel('Название').fill('Новый порядок');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Вид «Новый порядок» сохранён');
  await button(page, 'Удалить: Новый порядок').click();
  await page
    .getByRole('dialog', { name: 'Удалить вид?' })
    .getByText('Удалить', { exact: true })
    .click();
  await expectNotice(page, 'Вид удалён');
  await expect(dialog(page)).toHaveCount(1);
  await dialog(page).getByRole('button', { name: 'Закрыть' }).click();
  await expect(dialog(page)).toHaveCount(0);

  await page.goto('/application');
  await openPalette(page);
  await palette(page).fill('Блокированные');
  await page.locator('[data-action]', { hasText: 'Блокированные' }).click();
  await expect(page).toHaveURL('/?status=blocked&sort=surname');
});

test('a view whose city is gone shows nothing foreign', async ({ page }) => {
  const gone = '6b1f6a3e-0000-4000-8000-000000000001';
  await signIn(page, accounts.student2, `/?cities=${gone}`);
  await expect(page.getByText('Город удалён')).toBeVisible();
  await save(page, 'Без города');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Вид «Без города» сохранён');
  await page.goto('/');
  await expect(total(page)).not.toHaveText('Найдено: 0');
  await button(page, 'Виды').click();
  await expect(item(page, /удалено: 1 условие/)).toBeVisible();
  await item(page, /Без города/).click();
  await expectNotice(page, 'Вид «Без города» открыт не полностью');
  await expect(total(page)).toHaveText('Найдено: 0');
});

inEveryView(() => {
  test('the menu and the dialogs of views look right', async ({ page }) => {
    await signIn(page, accounts.all, '/partners');
    await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible();
    await button(page, 'Виды').click();
    await expect(item(page, /Нет точки или скидки/)).toBeVisible();
    await noSideways(page);
    await item(page, /Настроить/).click();
    await expect(button(page, 'Изменить: Нет точки или скидки')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'managing');
    await button(page, 'Изменить: Нет точки или скидки').click();
    await expect(dialog(page).getByLabel('Название')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'dialog');
  });
});
