// The card and the till: the QR code, offline, on two phones, and the results of checks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import {
  becomeActive,
  decide,
  endYear,
  invite,
  kept,
  ownCall,
  qr,
  test,
  typeAsScanner,
} from './support/app';
import { withCamera } from './support/camera';
import { codeFor } from './support/codes';
import type { Server } from './support/server';
import { button, expect, expectAccessible, field, type Page } from './support/test';

const wasm = join(__dirname, '../web/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } });

/** Decodes a screenshot as a scanner does, and tries again while the code renews. */
async function scanned(page: Page, format: 'QRCode' | 'Code128') {
  await expect(qr(page)).toBeVisible();
  let text = '';
  await expect
    .poll(async () => {
      const picture = await page.screenshot();
      const [found] = await readBarcodes(new Uint8Array(picture), { formats: [format] });
      text = found?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

/** What the QR code holds at the moment. */
const shownAddress = async (page: Page) =>
  String(await page.locator('[data-address]').getAttribute('data-address'));

test('camera, check page and till accept the shown card', async ({ page, server, browser }) => {
  const phone = await becomeActive(page, server);
  await page.goto('/');
  expect(await scanned(page, 'Code128')).toMatch(/^\d{10}$/);

  const stranger = await browser.newContext();
  const camera = await stranger.newPage();
  const address = await scanned(page, 'QRCode'); // last: a code is valid for half a minute
  expect(address).toMatch(/^HTTP:\/\/127\.0\.0\.1:\d+\/C\/[0-9A-Z]{20}$/);
  await camera.goto(address);
  await expect(camera.getByText(/^Действует до 30\.09\.\d{4}$/)).toBeVisible();
  await stranger.close();

  const { link, code } = await invite(page, server);
  const shop = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const till = await shop.newPage();
  await till.goto(`${server.students}/t`);
  await expect(till.getByRole('heading', { name: 'Подключите кассу' })).toBeVisible();
  await expectAccessible(till, 'pairing');
  await field(till, 'Код подключения').fill(String(code).replace(/\D/g, ''));
  await button(till, 'Подключить').click();
  await expect(till.getByText('Камеры нет')).toBeVisible();
  expect(link).toContain('/t#');

  // A USB scanner types the URL under a Russian layout, so only physical keys are right.
  const shown = await scanned(page, 'QRCode');
  await typeAsScanner(till, shown);
  const verdict = till.getByRole('alert');
  await expect(verdict).toContainText('Действует до 30.09.');
  await expect(verdict).toContainText('Мария Ё.');
  await expect(verdict.getByRole('img', { name: 'Фотография студента' })).toBeVisible();
  await expectAccessible(till, 'valid at the till');

  await decide(page, server, phone, { newStatus: 'blocked', reasonText: 'Отчислена' });
  const number = await scanned(page, 'Code128');
  await field(till, 'Номер карты').fill(number);
  await button(till, 'Проверить').click();
  await expect(verdict).toContainText('Карта заблокирована');
  await expectAccessible(till, 'blocked at the till');
  await field(till, 'Номер карты').fill('123');
  await button(till, 'Проверить').click();
  await expect(till.getByText('В номере карты десять цифр.')).toBeVisible();
  await shop.close();
});

/** Holds the calls of an address until the returned function is called. */
async function hold(page: Page, address: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A screenshot of the card of another student, who has been blocked since. */
async function blockedCard(browser: Browser, server: Server) {
  const phone = await browser.newContext({ baseURL: server.students });
  const page = await phone.newPage();
  const number = await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  const card = await page.screenshot();
  await decide(page, server, number, { newStatus: 'blocked', reasonText: 'Отчислена' });
  await phone.close();
  return card;
}

test('a till scans one card after another without a touch', async ({ page, server, browser }) => {
  const blocked = await blockedCard(browser, server);
  await becomeActive(page, server);
  await page.goto('about:blank');
  const blank = await page.screenshot();
  await page.clock.install();
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  const { link } = await invite(page, server);
  const shop = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const till = await shop.newPage();
  const { show, interrupt, signs } = await withCamera(till);
  const asked: string[] = [];
  till.on('request', (request) => {
    if (request.url().endsWith('/t/v1/check')) asked.push(request.url());
    expect(request.url()).toContain('127.0.0.1'); // no request to another host
  });
  const start = Date.now();
  await till.clock.setFixedTime(start); // or a pause of a busy machine would count as a card that was taken away
  await till.goto(String(link));
  await expect(till.getByText('Наведите камеру на код карты')).toBeVisible();
  await till.getByRole('heading', { level: 1 }).click(); // browsers allow sound after the first touch
  const address = await shownAddress(page);
  await show(await page.screenshot()); // when it is needed: a code is valid for half a minute
  const verdict = till.getByRole('alert');
  await expect(verdict).toContainText('Действует до 30.09.');
  await page.clock.fastForward(30_000);
  await expect.poll(() => shownAddress(page)).not.toBe(address);
  await show(await page.screenshot()); // the code of the same card renews
  await till.waitForTimeout(2000);
  expect(asked).toHaveLength(1); // a card that stays in front of the camera is checked once
  await expectAccessible(till, 'scanned');
  await expect.poll(signs).toEqual({ awake: 1, shakes: [[60]], tones: [880, 1320] });

  await typeAsScanner(till, address.slice(-20, -10) + '0'.repeat(10));
  await expect(verdict).toContainText('Код устарел');
  await expect.poll(async () => (await signs()).shakes.at(-1)).toEqual([120, 80, 120]);
  await expect.poll(async () => (await signs()).tones.at(-1)).toBe(520);
  await show(blank);
  await till.waitForTimeout(1500); // the frames under way
  await till.clock.setFixedTime(start + 3500); // the card is taken away
  await show(await page.screenshot());
  await expect(verdict).toContainText('Действует до 30.09.');

  // The verdict on one card is gone while the next one is being checked.
  await interrupt();
  const release = await hold(till, '**/t/v1/check');
  await show(blocked);
  await expect(till.getByRole('status').getByText('Проверяем…')).toBeVisible();
  await expect(verdict).toHaveCount(0);
  await expectAccessible(till, 'checking');
  release();
  await expect(verdict).toContainText('Карта заблокирована');
  await expect.poll(async () => (await signs()).shakes.at(-1)).toEqual([300, 100, 300]);
  await expect.poll(async () => (await signs()).tones.slice(-2)).toEqual([220, 180]);
  expect(asked).toHaveLength(4);
  await shop.close();
});

test('a till on a bad network: its link, its scanner and a card get another try', async ({
  page,
  server,
  browser,
}) => {
  await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  const { link } = await invite(page, server);
  const shop = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const till = await shop.newPage();
  const { show } = await withCamera(till);
  await till.route('**/t/v1/pair', (route) => route.abort());
  await till.route('**/*.wasm', (route) => route.abort());
  await till.goto(String(link));
  await expect(till.getByRole('alert')).toContainText('Нет связи с сервером');
  await till.unroute('**/t/v1/pair');
  await button(till, 'Подключить').click(); // the link, though it is no longer in the address
  await expect(till.getByRole('heading', { name: 'Сканер не загрузился' })).toBeVisible();
  await expectAccessible(till, 'no scanner');
  await till.unroute('**/*.wasm');
  await button(till, 'Повторить').click();
  await expect(till.getByText('Наведите камеру на код карты')).toBeVisible();
  await till.route('**/t/v1/check', (route) => route.abort());
  await show(await page.screenshot());
  await expect(till.getByRole('alert')).toContainText('Не проверено');
  await till.unroute('**/t/v1/check');
  await expect(till.getByRole('alert')).toContainText('Мария Ё.'); // the card has not moved
  await shop.close();
});

test('a till without permission for the camera says so and still checks numbers', async ({
  page,
  server,
  browser,
}) => {
  await becomeActive(page, server);
  const { link } = await invite(page, server);
  const shop = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const till = await shop.newPage();
  const { show } = await withCamera(till);
  await till.addInitScript(() => {
    const allowed = navigator.mediaDevices.getUserMedia;
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('denied', 'NotAllowedError');
    };
    Object.assign(window, {
      allow: () => Object.assign(navigator.mediaDevices, { getUserMedia: allowed }),
    });
  });
  await till.goto(String(link));
  await expect(till.getByRole('heading', { name: 'Камера выключена' })).toBeVisible();
  await expectAccessible(till, 'denied');
  const { number } = await ownCall(page, server, '/s/v1/card');
  await field(till, 'Номер карты').fill(number);
  await button(till, 'Проверить').click();
  await expect(till.getByRole('alert')).toContainText('По номеру не узнать, чья это карта');

  // Allowed in the browser's settings: the page is seen again, and the camera starts without a tap.
  await till.evaluate(() => (window as unknown as { allow: () => void }).allow());
  await till.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await show(await page.screenshot());
  await expect(till.getByRole('alert')).toContainText('Мария Ё.');
  await shop.close();
});

test('the QR code renews, and the screen stays on', async ({ page, server }) => {
  await becomeActive(page, server);
  await page.addInitScript(() => {
    Object.assign(window, { awake: 0 });
    navigator.wakeLock.request = async () => {
      (window as unknown as { awake: number }).awake += 1;
      return { release: async () => {} } as WakeLockSentinel;
    };
  });
  await page.clock.install();
  await page.goto('/');
  const address = await scanned(page, 'QRCode');
  await page.clock.fastForward(30_000);
  await expect.poll(() => shownAddress(page)).not.toBe(address);
  await expect(async () => {
    const renewed = await scanned(page, 'QRCode');
    expect(renewed).toBe(await shownAddress(page));
    expect(await (await page.request.get(renewed)).text()).toContain('Действует до');
  }).toPass(); // it may renew in between
  const awake = () => page.evaluate(() => (window as unknown as { awake: number }).awake);
  await expect.poll(awake).toBe(1);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect.poll(awake).toBe(2); // the browser drops the lock while the page is hidden
});

const moscowDay = (days: number) =>
  new Date(Date.now() + days * 24 * 3_600_000).toLocaleDateString('sv', {
    timeZone: 'Europe/Moscow',
  });

/** Makes the server's answer say another last day of the card. */
const endsOn = (page: Page, validUntil: string) =>
  page.route('**/s/v1/card', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), validUntil } });
  });

test('a card that ends soon says so, on a phone whose clock is years ahead', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  await page.clock.install({ time: `${endYear}-08-15T10:00:00Z` });
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await expect(page.getByText('Срок карты закончится через')).toHaveCount(0);
  await endsOn(page, moscowDay(46));
  await page.reload();
  await expect(page.getByText('Срок карты закончится через 47 дней')).toBeVisible();
  expect(await (await page.request.get(await scanned(page, 'QRCode'))).text()).toContain(
    'Карта настоящая',
  );
  await button(page, 'Продлить карту').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Где вы учитесь');
});

test('a card seen last before its last day says without a network that it is over', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  await endsOn(page, moscowDay(1));
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await page.clock.install({ time: Date.now() });
  await page.route('**/s/v1/**', (route) => route.abort());
  await page.clock.setSystemTime(Date.now() + 3 * 24 * 3_600_000); // the lease is not over
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Срок карты истёк' })).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await expect(button(page, 'Продлить карту')).toBeVisible();
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();
  await expectAccessible(page, 'a card that is over');
});

test('a student blocked while the card is open sees it on the next look', async ({
  page,
  server,
}) => {
  const phone = await becomeActive(page, server);
  await page.clock.install();
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await decide(page, server, phone, { newStatus: 'blocked', reasonText: 'Отчислена' });
  await page.clock.fastForward(60_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(page.getByRole('heading', { name: 'Карта заблокирована' })).toBeVisible();
  await expect(page.getByText('Отчислена')).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
});

test('the card opens offline, also after a restart', async ({ page, server, context }) => {
  await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Ваша фотография' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => kept(page)).toMatch(/\["card"\].*"portrait":\{\}/);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Ваша фотография' })).toBeVisible();
  const address = await scanned(page, 'QRCode');
  await page.getByRole('link', { name: 'Профиль' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Профиль');
  await expect(page.getByRole('heading', { name: 'Ёлкина Мария Сергеевна' })).toBeVisible(); // from the card
  await expect(page.getByText('Новый студент')).toHaveCount(0);
  await button(page, 'Выйти').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
  await context.setOffline(false);
  const checked = await page.request.get(address);
  expect(await checked.text()).toContain('Действует до');
});

test('an expired lease asks to renew, and one contact renews it', async ({ page, server }) => {
  await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await page.clock.install({ time: Date.now() });
  await page.route('**/s/v1/card', (route) => route.abort());
  await page.goto('/');
  await page.clock.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Обновите карту' })).toBeVisible();
  await expect(button(page, 'Обновить')).toBeEnabled(); // the request at the start has failed
  await page.unroute('**/s/v1/card');
  await button(page, 'Обновить').click();
  await expect(qr(page)).toBeVisible();
});

test('the card moves to a second phone, and the first one shows that', async ({
  page,
  server,
  browser,
}) => {
  test.slow(); // the second message to a number waits for a minute
  const phone = await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  const other = await browser.newContext({ baseURL: server.students });
  const second = await other.newPage();
  await second.goto('/');
  await field(second, 'Номер телефона').fill(phone);
  const entry = field(second, 'Код из SMS');
  await expect(async () => {
    // At most one message per minute; a slow phone may need seconds to ask for it.
    const ask = button(second, 'Получить код');
    if (await ask.isVisible()) await ask.click({ timeout: 5000 });
    await expect(entry).toBeVisible({ timeout: 15_000 });
  }).toPass({ intervals: [5000], timeout: 300_000 });

  await expect(second.getByText('Отправили на')).toBeVisible(); // the number has an older code too
  await field(second, 'Код из SMS').fill(await codeFor(server, phone));
  await expect(second.getByRole('heading', { name: 'Карта открыта в другом месте' })).toBeVisible();
  await button(second, 'Показывать карту здесь').click();
  await expect(qr(second)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Карта открыта в другом месте' })).toBeVisible();
  await other.close();
});
