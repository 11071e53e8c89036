import { inEveryView, noSideways } from './support/look';
import { call, expectTotal, sortBy } from './support/students';
import { accounts, expect, expectAccessible, type Page, signIn, test } from './support/test';

type Tiles = Record<'students' | 'partners' | 'stocks' | 'points', { value: number }>;
type Rated = { name: string; value: number };

const figures = (page: Page) => page.getByRole('region', { name: 'Показатели программы' });
const tile = (page: Page, name: string) =>
  figures(page).getByRole('link', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('list', { name: /партнёр/ }).getByRole('listitem');
const spaced = (value: number) => value.toLocaleString('ru');

async function read<T>(page: Page, path: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await call(page, 'GET', path, { headers });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function openStatistics(page: Page, login: string) {
  await signIn(page, login);
  await page.getByRole('link', { name: 'Статистика' }).click();
  await expect(page).toHaveURL(/\/statistic$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Статистика');
  await expect(rows(page).first()).toBeVisible();
}

// Every role has the area; the links of the tiles depend on the role's lists.
for (const [login, lists] of [
  [accounts.all, ['Студенты', 'Партнёры', 'Акции', 'Торговые точки']],
  [accounts.student2, ['Студенты']],
  [accounts.univer, ['Партнёры', 'Акции', 'Торговые точки']],
] as const) {
  test(`${login} reads the totals and opens their lists`, async ({ page }) => {
    await openStatistics(page, login);
    await expect(page.getByText('Университеты', { exact: true })).toHaveCount(0); // the university filter in the top bar
    const numbers = await read<Tiles>(page, '/v2/statistics');
    for (const { value } of Object.values(numbers)) {
      await expect(figures(page).getByText(spaced(value), { exact: true }).first()).toBeVisible();
    }
    await expect(figures(page).getByRole('img')).toHaveCount(4);
    await expect(figures(page).getByRole('link')).toHaveCount(lists.length);
    for (const list of lists) {
      await tile(page, list).click();
      await expect(page).not.toHaveURL(/statistic/);
      const { students, stocks, partners } = numbers;
      const count = { Студенты: students, Акции: stocks }[list as string] ?? partners;
      await expectTotal(page).toBe(count.value);
      await page.goBack();
      await expect(rows(page).first()).toBeVisible();
    }
    // Only roles with partners get links to them.
    await expect(rows(page).first().getByRole('link')).toHaveCount(lists.length > 1 ? 1 : 0);
  });
}

test('the rating: period, order, next page, and back', async ({ page }) => {
  await openStatistics(page, accounts.chairman);
  const first = (headers: Record<string, string>) =>
    read<Rated[]>(page, '/v2/statistics/partner', headers).then(([row]) => row as Rated);
  const shows = async ({ name, value }: Rated) => {
    await expect(rows(page).first()).toContainText(name);
    await expect(rows(page).first()).toContainText(spaced(value));
  };
  await shows(await first({}));
  await page.getByText('За 30 дней', { exact: true }).click();
  await expect(page).toHaveURL(/\?period=month$/);
  await shows(await first({ 'X-Period': 'month' }));
  await sortBy(page, 'По карточке');
  await shows(await first({ 'X-Period': 'month', 'X-Sort-Field': 'cViewCard' }));

  // The last partner is loaded and rendered only on scrolling there.
  const all = Number((await rows(page).first().getAttribute('aria-setsize')) ?? 0);
  expect(all).toBeGreaterThan(50);
  expect(await rows(page).count()).toBeLessThan(50);
  const more = page.waitForRequest((request) => 'x-after-partner' in request.headers());
  await page.keyboard.press('End');
  await more;
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return rows(page).last().getAttribute('aria-posinset');
    })
    .toBe(String(all));

  await page.getByRole('button', { name: /убыванию/ }).click();
  const worst = { 'X-Period': 'month', 'X-Sort-Field': 'cViewCard', 'X-Sort-Direction': 'ASC' };
  await expect
    .poll(async () => {
      await page.keyboard.press('Home');
      return rows(page).first().getAttribute('aria-posinset');
    })
    .toBe('1');
  await shows(await first(worst));
  const name = (await first(worst)).name;
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.goBack();
  await expect(page).toHaveURL(/period=month&by=card&direction=ASC$/);
  await shows(await first(worst));
});

inEveryView(() => {
  test('statistics are accessible', async ({ page }) => {
    await signIn(page, accounts.all, '/statistics?period=month');
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('img', { name: /30 дней/ })).toHaveCount(4);
    await expectAccessible(page, 'statistics');
    await noSideways(page);
  });
});
