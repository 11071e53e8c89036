import { expectTotal, shownRows, total } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  type Locator,
  type Page,
  signIn,
  test,
} from './support/test';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const lists = [
  '/',
  '/application',
  '/partners',
  '/promotions',
  '/feedbacks',
  '/news',
  '/knowledge?search=а',
];

/** Visible buttons, links and checkboxes with a hit area below 44 px in height or width. */
const smallTargets = (page: Page) =>
  page.locator('button, a[href], input[type=checkbox]').evaluateAll((targets) => {
    const half = 21.5;
    // A row's link covers it; a checkbox includes its label.
    const areaOf = (target: Element) => target.closest('[data-row] a, label, button, a') ?? target;
    const hits = (target: Element, x: number, y: number) => {
      const found = document.elementFromPoint(x, y);
      const row = target.matches('[data-row] a') ? target.closest('[data-row]') : null;
      return found !== null && (areaOf(target).contains(found) || row?.contains(found) === true);
    };
    return (
      targets
        .map((target) => ({ target, at: areaOf(target).getBoundingClientRect() }))
        .filter(({ target }) => target.checkVisibility({ opacityProperty: true }))
        .filter(({ at }) => at.width > 1 && at.top >= 0 && at.bottom <= innerHeight)
        // Scrolled content may be half hidden under a bar.
        .filter(
          ({ target, at }) =>
            !target.closest('[class*=list]') || (at.top >= 64 && at.bottom <= innerHeight - 90),
        )
        .filter(({ target, at }) => {
          const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
          const wide = hits(target, Math.max(x - half, 1), y) && hits(target, x + half, y);
          return !(wide && hits(target, x, y - half) && hits(target, x, y + half));
        })
        .map(({ target }) => target.outerHTML.slice(0, 160))
    );
  });

for (const path of lists) {
  test(`${path} has touch-sized controls`, async ({ page }) => {
    await signIn(page, accounts.all, path);
    await total(page);
    const first = async () => (await shownRows(page).first().boundingBox())?.y;
    await expect.poll(first, 'top of the first row').toBeLessThanOrEqual(844 / 3);
    const fonts = await page
      .locator('input:not([type=checkbox], [type=radio]), select, textarea')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize));
    for (const size of fonts) expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => smallTargets(page), 'at the end of the list').toEqual([]);
  });
}

test('filters, cities and sort are in a sheet', async ({ page }) => {
  await signIn(page, accounts.all, '/partners');
  const all = await total(page);
  await button(page, 'Фильтры и сортировка').click();
  const sheet = page.getByRole('dialog', { name: 'Фильтры и сортировка' });
  await sheet.getByRole('checkbox', { name: 'Заблокирован' }).check();
  await sheet.getByRole('radio', { name: 'По названию' }).click();
  await expect(page).toHaveURL(/status=blocked&sort=name/);
  await expectAccessible(page, 'the sheet');
  const done = sheet.getByRole('button', { name: /^Показать: / });
  const box = await done.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0), 'end of the button').toBeLessThanOrEqual(844 - 16);
  await done.click();
  await expect(sheet).toBeHidden();
  await expectTotal(page).toBeLessThan(all);
  await expect(
    page.getByRole('button', { name: /^Фильтры и сортировка\s*выбрано: 1$/ }),
  ).toBeVisible();
});

test('the main action and the selection are at the bottom of the screen', async ({ page }) => {
  const isAtBottom = async (name: string) => {
    const box = async () => {
      const { y, height } = (await page.getByText(name, { exact: true }).boundingBox()) ?? {
        y: 0,
        height: 0,
      };
      return y > 844 - 120 && y + height <= 844;
    };
    await expect.poll(box, name).toBe(true);
  };
  await signIn(page, accounts.all, '/partners');
  await total(page);
  await isAtBottom('Добавить партнёра');
  await page.goto('/partners/new');
  await expect(button(page, 'Сохранить')).toBeVisible();
  await isAtBottom('Сохранить');
  await page.goto('/feedbacks');
  await total(page);
  const before = await shownRows(page).nth(1).boundingBox();
  await shownRows(page).first().getByRole('checkbox').check();
  await isAtBottom('Опубликовать');
  await expect
    .poll(async () => (await shownRows(page).nth(1).boundingBox())?.y, 'rows keep their place')
    .toBe(before?.y);
  await button(page, 'Снять выбор').click();
  await expect(page.getByText(/^Найдено: /)).toBeVisible();
});

test('a promotion is blocked from its menu', async ({ page }) => {
  await signIn(page, accounts.all, '/promotions?status=active');
  await total(page);
  await shownRows(page)
    .first()
    .getByRole('button', { name: /^Действия с акцией/ })
    .click();
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('menus, tabs and calendars have touch-sized targets', async ({ page }) => {
  const areTall = async (targets: Locator, what: string) => {
    await expect(targets.first(), what).toBeVisible();
    const heights = await targets.evaluateAll((all) =>
      all.map((target) => target.getBoundingClientRect().height),
    );
    expect(Math.min(...heights), what).toBeGreaterThanOrEqual(44);
  };
  await signIn(page, accounts.all, '/partners?status=active');
  await total(page);
  await button(page, 'Виды').click();
  await areTall(page.getByRole('menuitem'), 'menu');
  await page.keyboard.press('Escape');
  await button(page, 'Открыть меню').click();
  await areTall(page.getByRole('dialog').locator('label:has(input[type=radio])'), 'theme');
  await page.keyboard.press('Escape');
  await shownRows(page).first().getByRole('link').click();
  await areTall(page.getByRole('tab'), 'tabs');
  await page.goto('/journal');
  await button(page, 'Фильтры и сортировка').click();
  await button(page, 'Открыть календарь').first().click();
  await areTall(page.getByRole('dialog', { name: 'Календарь' }).locator('td button'), 'days');
});

test('no text mentions the mouse', async ({ page }) => {
  await signIn(page, accounts.all, '/news/add');
  await expect(page.getByText('JPG, PNG или GIF до 5 МБ.').first()).toBeVisible();
  await expect(page.getByText(/перетащить/).first()).toBeHidden();
});

test('pages that need a structure say so', async ({ page }) => {
  await signIn(page, accounts.fresh, '/structure');
  await expect(page.getByText(/Затем откроются разделы «Студенты» и «Заявки»/)).toBeVisible();
  await button(page, 'Открыть меню').click();
  const menu = page.getByRole('dialog', { name: 'Главное меню' });
  await expect(
    menu.getByRole('link', { name: /^Студенты\s*Сначала создайте структуру$/ }),
  ).toBeVisible();
  await expectAccessible(page, 'the menu of a first run');
});
