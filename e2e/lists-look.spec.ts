import { noSideways } from './support/look';
import { shownRows, total } from './support/students';
import { accounts, expect, type Page, signIn, test } from './support/test';

// The columns that must stay visible on narrow screens (rules 21.5), the row's name first.
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

/** The share of a table's texts that are truncated, without those of reviews, which are as long as their authors like. */
const cutShare = (page: Page) =>
  page.locator('tbody td > span > span').evaluateAll(async (texts) => {
    await document.fonts.ready;
    const isReview = (text: Element) => {
      const { cellIndex } = text.closest('td') ?? {};
      return text.closest('table')?.rows[0]?.cells[cellIndex ?? 0]?.textContent === 'Отзыв';
    };
    const shown = texts.filter((text) => text.clientHeight > 0 && !isReview(text));
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
      if (path === '/feedbacks') {
        const review = await page.getByRole('columnheader', { name: 'Отзыв' }).boundingBox();
        expect(review?.width, 'two lines of some 30 characters').toBeGreaterThan(250);
      }
      await noSideways(page);
    }
  });
}

test('the header is sticky, selected rows are tinted, and a hovered row shows its action', async ({
  page,
}) => {
  await signIn(page, accounts.all, '/promotions');
  const row = shownRows(page).nth(2);
  const tool = row.getByRole('button', { name: /^(Заб|Разб)локировать акцию/ });
  const seen = () => tool.locator('..').evaluate((tools) => getComputedStyle(tools).opacity);
  await expect(tool).toBeAttached();
  await expect.poll(seen).toBe('0');
  await row.hover();
  await expect.poll(seen).toBe('1');
  await page.mouse.move(0, 0);
  await tool.focus();
  await expect.poll(seen).toBe('1');

  await page.goto('/feedbacks');
  await total(page);
  const tint = () =>
    shownRows(page)
      .first()
      .evaluate((row) => getComputedStyle(row).backgroundColor);
  const plain = await tint();
  await shownRows(page).first().getByRole('checkbox').check();
  await page.mouse.move(0, 0);
  await expect.poll(tint).not.toBe(plain);
  const tinted = await tint();
  await shownRows(page).first().hover();
  expect(await tint(), 'under the pointer').toBe(tinted);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const header = page.getByRole('columnheader', { name: 'Студент' });
  await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
  const top = await header.evaluate((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(top, 'the header is above the rows').toBe(true);
});

test('a badge does not cut the name beside it, and the menu fits a small window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, accounts.all, '/?status=blocked');
  await expect(shownRows(page).first()).toContainText('Заблокирован');
  const cut = await page.locator('tbody [data-heading]').evaluateAll(async (names) => {
    await document.fonts.ready;
    return names.filter((name) => name.scrollHeight > name.clientHeight + 1).map(String);
  });
  expect(cut).toHaveLength(0);
  const entries = page.getByRole('navigation', { name: 'Главное меню' });
  expect(await entries.evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0);
});

test('only operators of all universities see university and city', async ({ page }) => {
  await signIn(page, accounts.all);
  for (const name of ['Университет', 'Город']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/application');
  for (const name of ['Университет', 'Город', 'Подана']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await signIn(page, accounts.chairman, '/application');
  await expect(page.getByRole('columnheader', { name: 'Подана' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('columnheader', { name: 'Университет' })).toHaveCount(0);
});

test('at 1920 px the history is a third column, and the pager is as wide as the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, accounts.all, '/partners');
  await expect(shownRows(page).first()).toBeVisible();
  const table = await page.getByRole('table').boundingBox();
  const pager = await page.getByRole('navigation', { name: 'Страницы' }).boundingBox();
  if (!table || !pager) throw new Error('no list');
  expect(pager.x).toBeGreaterThanOrEqual(table.x - 1);
  expect(pager.x + pager.width).toBeLessThanOrEqual(table.x + table.width + 1);
  await shownRows(page).first().getByRole('link').click();
  const history = page.getByRole('region', { name: 'История' });
  await expect(history).toBeVisible();
  const [third, first] = [
    await history.boundingBox(),
    await page.locator('main section').first().boundingBox(),
  ];
  if (!third || !first) throw new Error('no card');
  expect(third.width).toBe(360);
  expect(third.x).toBeGreaterThan(first.x + first.width);
  expect(Math.abs(third.y - first.y)).toBeLessThanOrEqual(1);
});

test('one page is marked current, and the focus stays in the list', async ({ page }) => {
  await signIn(page, accounts.all, '/partners?page=2&status=active');
  await expect(shownRows(page).first()).toBeVisible();
  const current = page.locator('main [aria-current]');
  await expect(current).toHaveText(['2']);
  await page.getByRole('button', { name: /^Убрать фильтр/ }).press('Enter');
  await expect(page).toHaveURL('/partners');
  await expect(page.locator('[data-home]')).toBeFocused();
  await expect(current).toHaveText(['1']);
});
