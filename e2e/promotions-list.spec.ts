import { promotions, somePromotion } from './support/promotions';
import { call, changedTotal, expectTotal, shownRows, total } from './support/students';
import {
  accounts,
  button,
  expect,
  expectNotice,
  field,
  type Page,
  signIn,
  test,
} from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');

type Taken = { codeValue: string; userName: string; uuidUser: string | null };

async function taken(page: Page, id: string) {
  const answer = await call(page, 'GET', `/v1/stock/${id}/statistic`);
  return (await answer.json()) as Taken[];
}

test('the list is filtered and sorted, and leads from card to card', async ({ page }) => {
  await signIn(page, accounts.all);
  await page.getByRole('link', { name: 'Управление акциями' }).click();
  await expect(page).toHaveURL('/promotions');
  await expect(heading(page)).toHaveText('Управление акциями'); // not the previous list
  const all = await total(page);
  expect(all).toBeGreaterThanOrEqual(120);
  await page.getByRole('button', { name: /^Фильтры/ }).click();
  await page.getByRole('radio', { name: 'Запланирована' }).check();
  await expect(page).toHaveURL('/promotions?state=planned');
  const planned = await changedTotal(page, all);
  expect(planned).toBeGreaterThan(0);
  expect(planned).toBeLessThan(all);
  for (const row of await shownRows(page).all()) {
    await expect(row).toContainText(/Запланирована|Неактивна|Скрыта/);
  }
  await page.getByRole('checkbox', { name: 'Неактивна' }).check();
  await expect(page).toHaveURL('/promotions?status=blocked&state=planned');
  await page.keyboard.press('Escape');
  await button(page, 'Сбросить всё').click();
  await expect(page).toHaveURL('/promotions');
  await page.getByRole('button', { name: 'Партнёр', exact: true }).click();
  await expect(page).toHaveURL('/promotions?sort=partnerName');
  await expectTotal(page).toBe(all);
  await expect(page.getByRole('columnheader', { name: 'Партнёр' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const cell = (row: number) => shownRows(page).nth(row).locator('td').first();
  const names = [await cell(0).textContent(), await cell(14).textContent()].map(String);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'ru')));

  const second = await shownRows(page).nth(1).getByRole('link').textContent();
  await shownRows(page).first().getByRole('link').click();
  await expect(page.getByText(`1 из ${all}`)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText(second ?? '');
  await expect(page.getByText(`2 из ${all}`)).toBeVisible();
  await button(page, 'Назад').click();
  await expect(page).toHaveURL('/promotions?sort=partnerName');
});

test('statistics: pages, students by role, a spreadsheet', async ({ page, browser }) => {
  await signIn(page, accounts.all);
  const row = await somePromotion(page, {}, ({ usedCodesCount }) => usedCodesCount > 15);
  await page.goto(`/promotions/card/${row.uuidStock}`);
  await page.getByRole('main').getByRole('link', { name: 'Статистика' }).click();
  await expect(page).toHaveURL(`/promotions/card/${row.uuidStock}/statistic`);
  await expect(heading(page)).toHaveText(`Статистика: ${row.name}`);
  await expectTotal(page).toBe(row.usedCodesCount);
  await page.getByRole('link', { name: 'Страница 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(shownRows(page)).toHaveCount(Math.min(15, row.usedCodesCount - 15));
  const began = page.waitForEvent('download');
  await button(page, 'Скачать .xlsx').click();
  const download = await began;
  expect(download.suggestedFilename()).toMatch(/статистика\.xlsx$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
  await page.goto(`/promotions/card/${row.uuidStock}/statistic`);
  const [first] = await taken(page, row.uuidStock);
  // Students of other journeys share a name.
  const student = shownRows(page).first().getByRole('link');
  await expect(student).toHaveText(first?.userName ?? '');
  await student.click();
  await expect(page).toHaveURL(`/card/${first?.uuidUser}`);

  // A role without students sees plain names, and no names of another university.
  const other = await browser.newContext();
  const univer = await other.newPage();
  await signIn(univer, accounts.univer);
  await univer.goto(`/promotions/card/${row.uuidStock}/statistic`);
  await expect(shownRows(univer).first()).toBeVisible();
  await expect(shownRows(univer).getByRole('link')).toHaveCount(0);
  await other.close();
});

test('statistics of a promotion that nobody has used', async ({ page }) => {
  await signIn(page, accounts.chairman);
  const row = await somePromotion(page, { state: 'planned' });
  await page.goto(`/promotions/card/${row.uuidStock}/statistic`);
  await expect(page.getByText('Данных нет')).toBeVisible();
  await expect(button(page, 'Скачать .xlsx')).toBeDisabled();
});

test('a code is looked up', async ({ page, browser }) => {
  await signIn(page, accounts.all);
  const row = await somePromotion(page, {}, ({ usedCodesCount }) => usedCodesCount > 0);
  const [code] = await taken(page, row.uuidStock);
  await page.goto('/promotions');
  await button(page, 'Проверить код').click();
  await button(page, 'Проверить').click();
  await expect(dialog(page).getByText('Введите промокод')).toBeVisible();
  await field(page, 'Промокод').fill('нет-такого');
  await field(page, 'Промокод').press('Enter');
  await expect(dialog(page)).toContainText('«нет-такого» нет ни в одной акции');
  await field(page, 'Промокод').fill(` ${code?.codeValue} `);
  await field(page, 'Промокод').press('Enter');
  const found = dialog(page).getByRole('listitem');
  await expect(found).toContainText('Выдан');
  await expect(found.getByRole('link', { name: code?.userName })).toBeVisible();
  await found.getByRole('link', { name: row.name }).click();
  await expect(page).toHaveURL(`/promotions/card/${row.uuidStock}`);
  await expect(dialog(page)).toBeHidden();

  const other = await browser.newContext();
  const univer = await other.newPage();
  await signIn(univer, accounts.univer);
  await univer.goto('/promotions');
  await expect(univer.getByRole('heading', { level: 1 })).toHaveText('Акции'); // not 'Управление акциями'
  await button(univer, 'Проверить код').click();
  await field(univer, 'Промокод').fill(code?.codeValue ?? '');
  await field(univer, 'Промокод').press('Enter');
  await expect(dialog(univer).getByRole('listitem')).toContainText('Выдан');
  await expect(dialog(univer).getByRole('link')).toHaveCount(2); // the promotion and the partner
  await other.close();
});

test('low stocks of codes and promotions of a blocked partner are marked', async ({ page }) => {
  await signIn(page, accounts.all);
  const running = await promotions(page, { state: 'running', status: 'active' });
  const counts = await Promise.all(
    running.map(async ({ uuidStock }) => {
      const answer = await call(page, 'GET', `/v1/stock/${uuidStock}/codes/count`);
      return { uuidStock, ...((await answer.json()) as { isLow: boolean; lastsUntil: string }) };
    }),
  );
  const low = counts.find(({ isLow, lastsUntil }) => isLow && lastsUntil);
  if (!low) throw new Error('no promotion of the demo data runs low');
  await page.goto(`/promotions/card/${low.uuidStock}`);
  await expect(page.getByText('Промокоды заканчиваются')).toBeVisible();
  await expect(page.getByText(`промокодов хватит до ${low.lastsUntil}`)).toBeVisible();

  const hidden = await somePromotion(page, {}, ({ partner }) => partner.status === 'blocked');
  await page.goto(`/partners/card/${hidden.partner.uuidPartner}?tab=promotions`);
  await expect(page.getByText('поэтому его акции студентам не предлагаются')).toBeVisible();
  await page.getByRole('link', { name: hidden.name, exact: true }).first().click();
  await expect(heading(page)).toHaveText(hidden.name);
  await expect(page.getByText('поэтому его акции студентам не предлагаются')).toBeVisible();
});

test('an operator of students has no access to promotions', async ({ page }) => {
  await signIn(page, accounts.student, '/promotions');
  await expect(page).toHaveURL('/');
  await expectNotice(page, 'Доступ запрещён.');
});
