// Codes in the students' app: claimed once, in a rush, in two tabs, without a network.
import type { Request } from '@playwright/test';
import { becomeActive, claims, kept, ownCall, promotionWith, refuse, test } from './support/app';
import type { Server } from './support/server';
import { button, expect, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

const heldBy = async (page: Page, server: Server) =>
  (await ownCall(page, server, '/s/v1/codes')).items as { code: string }[];

const keyOf = (request: Request) => (request.postDataJSON() as { key: string }).key;

test('a code in two taps: claimed once, copied, and readable offline', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await becomeActive(page, server);
  const promotion = await promotionWith(page, server, null);
  const other = await promotionWith(page, server, 1);
  await page.goto(`/offers/partners/${promotion.partner.id}`);
  await page.getByRole('link', { name: promotion.name }).click();
  await button(page, 'Получить код').dblclick();
  await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  const held = await heldBy(page, server);
  expect(held).toHaveLength(1);
  const code = held[0]?.code ?? '';
  const isSaid = expect(button(page, 'Скопировано')).toBeVisible(); // looks from now on: it is said for 2.5 s
  await button(page, `Скопировать код ${code}`).click();
  await isSaid;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  await page.goto(`/offers/promotions/${other.id}`);
  await expect(button(page, 'Получить код')).toBeVisible();
  await page.goto('/codes');
  await expect(button(page, `Скопировать код ${code}`)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => kept(page)).toContain(code);
  await context.setOffline(true);
  await page.reload();
  await heading(page, 'Мои коды');
  await expect(button(page, `Скопировать код ${code}`)).toBeVisible();
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();

  await page.goto(`/offers/promotions/${other.id}`);
  await button(page, 'Получить код').click();
  await expect(page.getByText('Без интернета код не получить')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeHidden();
  await page.waitForTimeout(1500); // leaves time for a wrong late request
  expect(await heldBy(page, server)).toHaveLength(1);
  await button(page, 'Получить код').click();
  await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  expect(await heldBy(page, server)).toHaveLength(2);
});

test('a claim with a lost answer is repeated with the same key', async ({ page, server }) => {
  await becomeActive(page, server);
  const { id } = await promotionWith(page, server, null, 1);
  const keys: string[] = [];
  await page.route(claims, async (route) => {
    keys.push(keyOf(route.request()));
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server grants the code, but the response is lost
    return route.abort();
  });
  await page.goto(`/offers/promotions/${id}`);
  await button(page, 'Получить код').click();
  await expect(page.getByText('второй код не спишется')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  expect(await heldBy(page, server)).toHaveLength(1);
  await button(page, 'Получить ещё один').click();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).toBe(keys[0]);
  expect(await heldBy(page, server)).toHaveLength(1);
});

test('in a rush the claim queues and retries automatically, also after a reload', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  const { id } = await promotionWith(page, server, 1, 1);
  const keys: string[] = [];
  await page.route(claims, (route) => {
    keys.push(keyOf(route.request()));
    if (keys.length > 3) return route.continue();
    return route.fulfill({ status: 202, json: { place: 45 - keys.length, retryAfter: 2 } });
  });
  await page.goto(`/offers/promotions/${id}`);
  await button(page, 'Получить код').click();
  await expect(page.getByText('44-е место')).toBeVisible();
  await expect(page.getByText('43-е место')).toBeVisible();
  await page.reload();
  await expect(page.getByText('42-е место')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
});

test('two tabs get one code', async ({ page, server, context }) => {
  await becomeActive(page, server);
  const { id } = await promotionWith(page, server, 1, 3);
  const tab = await context.newPage();
  await Promise.all([page, tab].map((p) => p.goto(`/offers/promotions/${id}`)));
  // No answer before both have asked: a tab that learns of the code takes its button away.
  let release = () => {};
  const bothAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(claims, async (route) => {
    await bothAsked;
    await route.continue();
  });
  await Promise.all([page, tab].map((p) => button(p, 'Получить код').click()));
  release();
  for (const p of [page, tab]) {
    await expect(p.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  }
  expect(await heldBy(page, server)).toHaveLength(1);
});

test('after another tab has signed in as another member, nothing of the first one stays', async ({
  page,
  server,
  context,
}) => {
  await becomeActive(page, server);
  const { id } = await promotionWith(page, server, null, 2);
  await page.clock.install();
  await page.goto(`/offers/promotions/${id}`);
  await button(page, 'Получить код').click();
  await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
  await page.getByRole('link', { name: 'Коды' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await becomeActive(await context.newPage(), server); // replaces the cookie of both tabs
  await page.clock.fastForward(30_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(page.getByText('Кодов пока нет')).toBeVisible();
});

test('each refusal says what to do', async ({ page, server }) => {
  await becomeActive(page, server);
  const { id } = await promotionWith(page, server, 1, 2);
  let type = '';
  await page.route(claims, (route) => refuse(route, type, `Отказ ${type}.`));
  for (const [refusal, way] of [
    ['limit', 'Мои коды'],
    ['tooOften', 'Мои коды'],
    ['waiting', 'Мои коды'],
    ['soldOut', 'Другие скидки'],
    ['planned', 'Другие скидки'],
    ['ended', 'Другие скидки'],
    ['blocked', 'Другие скидки'],
    ['inactive', 'Открыть карту'],
  ] as const) {
    type = refusal;
    await page.goto(`/offers/promotions/${id}`);
    await button(page, 'Получить код').click();
    await expect(page.getByRole('alert')).toContainText(`Отказ ${refusal}.`);
    await expect(button(page, way)).toBeVisible();
  }
});
