// A notice has a place of its own: nothing lies under it, on any page or window, at any width.
import { accounts, button, expect, type Page, signIn, test } from './support/test';

const widths = [1440, 1024, 390];

// Goes there without loading the page, which would forget the notice.
async function go(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

// Runs in the browser: what a click on the notices would meet if they were not there. In the middle of a page what is further
// down begins behind their bar, and scrolling brings it up; what keeps its place may never be there.
function under(kept: boolean) {
  const bar = document.querySelector<HTMLElement>('[aria-label="Уведомления"]');
  const place = bar?.getBoundingClientRect();
  if (!bar || !place || place.height === 0) return ['no notice'];
  const found = new Set<string>();
  const content =
    'a, button, input, select, textarea, label, h1, h2, h3, p, td, th, li, dd, img, [role="dialog"], [role="tab"]';
  const keepsItsPlace = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
      keepsItsPlace(element.parentElement));
  bar.style.display = 'none';
  for (let y = place.top + 1; y < place.bottom; y += 6) {
    for (let x = place.left + 1; x < place.right; x += 12) {
      const met = document.elementFromPoint(x, y)?.closest(content);
      if (met && (!kept || keepsItsPlace(met))) found.add(met.outerHTML.slice(0, 120));
    }
  }
  bar.style.display = '';
  return [...found];
}

async function expectNothingUnder(page: Page, what: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
    await page.evaluate(() => scrollTo(0, 0));
    const look = (kept: boolean) => page.evaluate(under, kept);
    await expect.poll(() => look(true), `${what}, ${width} px`).toEqual([]);
    if ((await page.getByRole('dialog').count()) > 0) continue;
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return look(false);
      }, `the end of ${what}, ${width} px`)
      .toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 800 });
}

/** Leaves the notice of a finished export, which stays. */
async function leaveNotice(page: Page) {
  await button(page, 'Скачать .xlsx').click();
  await expect(page.getByText('Файл готов')).toBeVisible({ timeout: 60_000 });
}

const firstCard = (page: Page) =>
  page.locator('[data-row] a[href]').first().getAttribute('href').then(String);

test('no list, card or window lies under a notice', async ({ page }) => {
  test.slow();
  await signIn(page, accounts.all, '/partners');
  await leaveNotice(page);
  const lists = ['/partners', '/', '/application', '/promotions', '/news', '/feedbacks'];
  const cards: Record<string, string> = {};
  for (const list of lists) {
    await go(page, list);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expectNothingUnder(page, list);
    cards[list] = await firstCard(page);
  }
  for (const list of lists.filter((path) => path !== '/feedbacks')) {
    await go(page, cards[list] ?? '');
    await expectNothingUnder(page, `a card of ${list}`);
  }
  for (const path of [
    '/structure',
    '/statistics',
    '/settings',
    '/partners/create',
    '/news/create',
  ]) {
    await go(page, path);
    await expectNothingUnder(page, path);
  }
});

test('no window lies under a notice', async ({ page }) => {
  await signIn(page, accounts.all, '/partners');
  await leaveNotice(page);
  await go(page, '/?status=active');
  await go(page, await firstCard(page));
  await button(page, 'Заблокировать').click();
  await expectNothingUnder(page, 'the reasons of a block');
});
