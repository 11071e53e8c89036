import { noSideways } from './support/look';
import { shownRows } from './support/students';
import { accounts, expect, type Page, signIn, test } from './support/test';

// The columns that the specification names, with what each row is called first; others may go where it is narrow.
const lists = {
  '/': ['ФИО', 'Факультет', 'Период обучения', 'Курс', 'Телефон'],
  '/application': ['ФИО', 'Факультет', 'Курс', 'Телефон', 'Номер штрихкода'],
  '/partners': ['Название', 'Дата создания', 'Телефон', 'Основной город', 'Категория'],
  '/promotions': ['Партнёр', 'Акция', 'Создана', 'Срок действия', 'Город', 'Категория'],
  '/feedbacks': ['Студент', 'Партнёр', 'Отзыв', 'Дата', 'Статус'],
  '/knowledge?search=а': [
    'Вопрос',
    'Категория',
    'Создатель',
    'Статистика',
    'Всего голосов',
    'Дата создания',
  ],
};

/** The share of a table's texts that is cut. */
const cutShare = (page: Page) =>
  page.locator('tbody td > span > span').evaluateAll((texts) => {
    const shown = texts.filter((text) => text.clientHeight > 0);
    const cut = shown.filter(
      (text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth,
    );
    return cut.length / shown.length;
  });

for (const { width, height, most } of [
  { width: 1440, height: 900, most: 0.05 },
  { width: 1024, height: 768, most: 0.1 },
]) {
  test(`lists can be read at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, accounts.all);
    for (const [path, columns] of Object.entries(lists)) {
      await page.goto(path);
      await expect(shownRows(page).first()).toBeVisible();
      for (const name of columns) {
        const header = page.getByRole('columnheader', { name, exact: true });
        await expect(header, `${path}: ${name}`).toBeVisible();
      }
      expect(await cutShare(page), path).toBeLessThan(most);
      await noSideways(page);
    }
  });
}

test('one page is current, and the keyboard stays in the list', async ({ page }) => {
  await signIn(page, accounts.all, '/partners?page=2&status=active');
  await expect(shownRows(page).first()).toBeVisible();
  const current = page.locator('main [aria-current]');
  await expect(current).toHaveText(['2']);
  await page.getByRole('button', { name: /^Убрать фильтр/ }).press('Enter');
  await expect(page).toHaveURL('/partners');
  await expect(page.locator('[data-home]')).toBeFocused();
  await expect(current).toHaveText(['1']);
});
