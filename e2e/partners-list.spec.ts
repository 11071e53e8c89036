import { partners, somePartner } from './support/partners';
import { shownRows, total } from './support/students';
import { accounts, button, expect, signIn, test } from './support/test';

test('an operator of partners starts at the list, others find it in the menu', async ({ page }) => {
  await signIn(page, accounts.univer);
  await expect(page).toHaveURL('/partners');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Партнёры');
  await page.goto('/nowhere');
  await expect(page).toHaveURL('/partners');
});

test('a role without partners does not get in', async ({ page }) => {
  await signIn(page, accounts.student);
  await expect(page.getByRole('link', { name: 'Партнёры' })).toHaveCount(0);
  await page.goto('/partners');
  await expect(page.getByRole('alert')).toContainText('Доступ запрещён.');
  await expect(page).toHaveURL('/');
});

test('the list is filtered by status, category and city, and sorted', async ({ page }) => {
  await signIn(page, accounts.all, '/partners');
  const all = await total(page);
  expect(all).toBeGreaterThanOrEqual(60);

  await button(page, 'Фильтры').click();
  await page.getByRole('checkbox', { name: 'Заблокирован' }).check();
  await expect(page).toHaveURL(/status=blocked/);
  expect(await total(page)).toBeLessThan(all);
  await expect(shownRows(page).first().getByText('Заблокирован')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Активен' }).check(); // both ticked is none
  await expect(page).not.toHaveURL(/status/);
  const category = page.getByRole('group', { name: 'Категория' }).getByRole('checkbox').first();
  await category.check();
  await expect(page).toHaveURL(/categories=/);
  expect(await total(page)).toBeLessThan(all);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(/^Найдено: /)).toBeVisible();
  expect(await total(page)).toBeLessThan(all);
  await button(page, 'Сбросить всё').click();
  expect(await total(page)).toBe(all);

  await button(page, 'Города: все').click();
  await page.getByRole('textbox', { name: 'Найти город' }).fill('моск');
  await page.getByRole('checkbox', { name: 'Москва' }).check();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Города: 1')).toBeVisible();
  const inMoscow = await total(page);
  expect(inMoscow).toBeLessThan(all);
  expect(inMoscow).toBeGreaterThan(0);
  await button(page, 'Сбросить всё').click();

  await page.getByLabel('Сортировка').selectOption('По названию');
  await expect(page).toHaveURL(/sort=name/);
  await expect.poll(() => total(page)).toBe(all);
  const names = await shownRows(page).getByRole('link').allTextContents();
  const folded = names.map((name) => name.toLowerCase().replaceAll('ё', 'е'));
  expect(folded).toEqual([...folded].sort());
});

test('a partner is found by name, legal name and ИНН, and its card by a click', async ({
  page,
}) => {
  await signIn(page, accounts.chairman);
  const card = await somePartner(page, ({ inn }) => inn !== null);
  const inn = card.inn ?? '';
  await page.goto('/partners');
  await page.getByRole('searchbox').fill(inn);
  await expect(page).toHaveURL(/search=/);
  await shownRows(page).getByRole('link', { name: card.name }).click();
  await expect(page).toHaveURL(new RegExp(`/partners/card/${card.uuidPartner}`));
  await expect(page.getByText('1 из 1')).toBeVisible();
  await button(page, 'Назад').click();
  await expect(page).toHaveURL(new RegExp(`/partners\\?search=${inn}`));
});

test('rows that are blocked step back', async ({ page }) => {
  await signIn(page, accounts.all);
  const [blocked] = await partners(page, { status: 'blocked' });
  await page.goto(`/partners?search=${encodeURIComponent(blocked?.name ?? '')}`);
  await expect(shownRows(page).first()).toHaveAttribute('data-subdued', 'true');
});
