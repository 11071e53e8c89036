import { inEveryView, noSideways } from './support/look';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  signIn,
  test,
} from './support/test';

test('a list is exported with a purpose, found in one’s exports, repeated and cancelled', async ({
  page,
}) => {
  await signIn(page, accounts.chairman, '/feedbacks?status=public');
  await button(page, 'Скачать .xlsx').click();
  await page.getByLabel('Для чего нужна выгрузка').fill('Отчёт для ректора');
  await button(page, 'Выгрузить').click();
  await expect(page.getByText('Файл готов')).toBeVisible({ timeout: 60_000 });
  await button(page, 'Закрыть').click();

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Показать выгрузки' }).click();
  const row = page.getByRole('row', { name: /Отзывы/ }).first();
  await expect(row).toContainText('Статус: Опубликован');
  await expect(row).toContainText('Отчёт для ректора');
  await expect(row.getByText('Готова')).toBeVisible();
  const download = page.waitForEvent('download');
  await row
    .getByRole('link', { name: 'Скачать: Отзывы' })
    .evaluate((link) => link.removeAttribute('target'));
  await row.getByRole('link', { name: 'Скачать: Отзывы' }).click();
  expect((await download).suggestedFilename()).toBe('Отзывы.xlsx');

  await button(page, 'Повторить: Отзывы').click();
  await expect(page.getByRole('row', { name: /Отзывы/ })).toHaveCount(2);
  await expect(page.getByText('Готова')).toHaveCount(2, { timeout: 60_000 });
});

test('a fourth export at once is refused with the reason', async ({ page }) => {
  await signIn(page, accounts.univer, '/partners');
  await page.route('**/v1/partner/export', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { title: 'Слишком часто', status: 429, detail: 'Уже готовятся три выгрузки.' },
    }),
  );
  await button(page, 'Скачать .xlsx').click();
  await expect(page.getByText('Выгрузка не началась')).toBeVisible();
  await expect(page.getByText('Уже готовятся три выгрузки.')).toBeVisible();
});

test('an export under way is cancelled', async ({ page }) => {
  await signIn(page, accounts.univer, '/settings');
  const running = {
    uuidExport: '5b0c1f5e-0000-4000-8000-00000000000a',
    kind: 'partners',
    name: 'Партнёры',
    filter: null,
    purpose: null,
    status: 'running',
    progress: 40,
    rows: 0,
    createdAt: '2026-11-15 12:00:00',
    endedAt: null,
    link: null,
    fileUntil: null,
    canRepeat: true,
    isGiven: false,
  };
  let now: object = running;
  await page.route(/\/v1\/exports(\?.*)?$/, (route) =>
    route.fulfill({ json: [now], headers: { 'x-record-count': '1' } }),
  );
  await page.route('**/v1/exports/*', (route) => route.fulfill({ json: now }));
  await page.route('**/v1/exports/*/cancel', (route) => {
    now = { ...running, status: 'cancelled' };
    return route.fulfill({ json: {} });
  });
  await page.getByRole('link', { name: 'Показать выгрузки' }).click();
  await expect(page.getByText(/Готовится, 40/)).toBeVisible();
  await button(page, 'Отменить: Партнёры').click();
  await expectNotice(page, 'Выгрузка отменена');
  await expect(page.getByText('Отменена', { exact: true })).toBeVisible();
  await expect(button(page, 'Повторить: Партнёры')).toBeVisible();
});

inEveryView((view) => {
  test('the empty page, the dialog and the list look right', async ({ page }) => {
    const own = /\/v1\/exports(\?.*)?$/;
    await page.route(own, (route) =>
      route.fulfill({ json: [], headers: { 'x-record-count': '0' } }),
    );
    await signIn(page, accounts.student, '/settings/exports');
    await expect(page.getByText('Выгрузок пока нет')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'no exports');
    await page.unroute(own);
    await page.goto('/?status=blocked');
    if (view.startsWith('phone')) {
      await page.getByRole('button', { name: /^Фильтры и сортировка/ }).click();
      await expectAccessible(page, 'sheet');
    }
    await button(page, 'Скачать .xlsx').click();
    await expect(page.getByLabel('Для чего нужна выгрузка')).toBeVisible();
    await expectAccessible(page, 'purpose');
    await button(page, 'Выгрузить').click();
    await expect(page.getByText('Файл готов')).toBeVisible({ timeout: 60_000 });
    await page.goto('/settings/exports');
    await expect(page.getByText('Готова').first()).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'exports');
  });
});
