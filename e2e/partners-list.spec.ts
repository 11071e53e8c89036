import { partners, somePartner } from './support/partners';
import { changedTotal, expectTotal, shownRows, sortBy, total } from './support/students';
import { accounts, button, expect, expectNotice, signIn, test } from './support/test';

test('an operator of partners starts at the list, others open it from the menu', async ({
  page,
}) => {
  await signIn(page, accounts.univer);
  await expect(page).toHaveURL('/partners');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Партнёры');
  await page.goto('/nowhere');
  await expect(page).toHaveURL('/partners');
});

test('a role without partners has no access', async ({ page }) => {
  await signIn(page, accounts.student);
  await expect(page.getByRole('link', { name: 'Партнёры' })).toHaveCount(0);
  await page.goto('/partners');
  await expectNotice(page, 'Доступ запрещён.');
  await expect(page).toHaveURL('/');
});

test('the list is filtered by status, category and city, and sorted', async ({ page }) => {
  await signIn(page, accounts.all, '/partners');
  const all = await total(page);
  expect(all).toBeGreaterThanOrEqual(60);

  await button(page, 'Фильтры').click();
  await page.getByRole('checkbox', { name: 'Заблокирован' }).check();
  await expect(page).toHaveURL(/status=blocked/);
  await expectTotal(page).toBeLessThan(all);
  await expect(shownRows(page).first().getByText('Заблокирован')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Активен' }).check(); // both checked means no filter
  await expect(page).not.toHaveURL(/status/);
  const category = page.getByRole('group', { name: 'Категория' }).getByRole('checkbox').first();
  await category.check();
  await expect(page).toHaveURL(/categories=/);
  await expectTotal(page).toBeLessThan(all);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(/^Найдено: /)).toBeVisible();
  await expectTotal(page).toBeLessThan(all);
  await button(page, 'Сбросить всё').click();
  await expectTotal(page).toBe(all);

  await button(page, 'Города: все').click();
  await page.getByRole('textbox', { name: 'Найти город' }).fill('моск');
  await page.getByRole('checkbox', { name: 'Москва' }).check();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Города · 1')).toBeVisible();
  const inMoscow = await changedTotal(page, all);
  expect(inMoscow).toBeLessThan(all);
  expect(inMoscow).toBeGreaterThan(0);
  await button(page, 'Сбросить всё').click();

  await sortBy(page, 'По названию');
  await expect(page).toHaveURL(/sort=name/);
  await expectTotal(page).toBe(all);
  const names = async () => {
    const shown = await shownRows(page).getByRole('link').allTextContents();
    return shown.map((name) => name.toLowerCase().replaceAll('ё', 'е'));
  };
  await expect(async () => {
    const folded = await names();
    expect(folded.length).toBeGreaterThan(1);
    expect(folded).toEqual([...folded].sort());
  }).toPass();
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
  await expect(page.getByText(/^\d из \d$/)).toBeVisible(); // other journeys add partners with the same ИНН
  await button(page, 'Назад').click();
  await expect(page).toHaveURL(new RegExp(`/partners\\?search=${inn}`));
});

test('blocked rows are dimmed', async ({ page }) => {
  await signIn(page, accounts.all);
  const [blocked] = await partners(page, { status: 'blocked' });
  await page.goto(`/partners?search=${encodeURIComponent(blocked?.name ?? '')}`);
  await expect(shownRows(page).first()).toHaveAttribute('data-subdued', 'true');
});
