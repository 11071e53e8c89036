// Transfer size of the students' app (rules 29.3), and the time until the card shows without a network.
import { becomeActive, test } from './support/app';
import { expect, type Page } from './support/test';

const kib = 1024;
const figure = (what: string, value: string) => {
  if (process.env.E2E_FIGURES) process.stdout.write(`  ${what}: ${value}\n`);
};

/** Bytes of JS and CSS over the wire until the page is idle, without the service worker's downloads. */
async function weigh(page: Page, open: () => Promise<void>) {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const isOwn = response.url().includes('/assets/') && !response.request().serviceWorker();
    if (isOwn)
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await open();
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the first screen of a guest is at most 60 KiB', async ({ page }) => {
  const bytes = await weigh(page, async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  figure('guest, JS and CSS', `${(bytes / kib).toFixed(1)} KiB`);
  expect(bytes).toBeGreaterThan(10 * kib); // the measurement works
  expect(bytes).toBeLessThanOrEqual(60 * kib);
});

test('the card is at most 60 KiB', async ({ page, server }) => {
  await becomeActive(page, server);
  const bytes = await weigh(page, async () => {
    await page.goto('/');
    await expect(page.getByRole('img', { name: 'QR-код карты' })).toBeVisible();
  });
  figure('card, JS and CSS', `${(bytes / kib).toFixed(1)} KiB`);
  expect(bytes).toBeLessThanOrEqual(60 * kib);
});

test('every later screen is at most 20 KiB more', async ({ page, server }) => {
  // A service worker would load them in advance.
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', {}));
  await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  const ways = [
    ['Скидки', 'Скидки'],
    ['Акции', 'Акции с промокодами'],
    ['Коды', 'Мои коды'],
    ['Новости', 'Новости'],
    ['Профиль', 'Профиль'],
    ['Уведомления', 'Уведомления'],
    ['Назад', 'Профиль'],
    ['Помощь', 'Помощь'],
  ] as const;
  for (const [name, title] of ways) {
    const bytes = await weigh(page, async () => {
      await page
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('button', { name, exact: true }))
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await page.waitForLoadState('networkidle');
    });
    figure(`${title}, more`, `${(bytes / kib).toFixed(1)} KiB`);
    expect(bytes, title).toBeLessThanOrEqual(20 * kib);
  }
});

test('the till’s page is at most 60 KiB without its scanner', async ({ page }) => {
  const bytes = await weigh(page, async () => {
    await page.goto('/t');
    await expect(page.getByRole('heading', { name: 'Подключите кассу' })).toBeVisible();
  });
  figure('till, JS and CSS', `${(bytes / kib).toFixed(1)} KiB`);
  expect(bytes).toBeGreaterThan(10 * kib);
  expect(bytes).toBeLessThanOrEqual(60 * kib);
});

const qr = (page: Page) => page.getByRole('img', { name: 'QR-код карты' });

/** When the card and its QR code first appeared, ms after the start of the page. */
async function watchCard(page: Page) {
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    const watch = () => {
      if (document.querySelector('article')) seen.card ??= performance.now();
      if (document.querySelector('[data-address] path')) seen.qr ??= performance.now();
      if (!seen.qr) requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { card: number; qr: number } }).seen);
}

/** A 2016 phone on a poor network: a quarter of this CPU, 400 kbit/s, 400 ms round trip. */
async function slowDown(page: Page, isNetworkToo: boolean) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!isNetworkToo) return;
  const bytes = 400_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: bytes, uploadThroughput: bytes },
  });
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** The median with the fastest and the slowest, as published. */
const spread = (values: number[]) => {
  const [from = 0, to = 0] = [sorted(values)[0], sorted(values).at(-1)];
  return `${median(values).toFixed(0)} ms (${from.toFixed(0)}–${to.toFixed(0)})`;
};

const published = 21; // starts; a check needs fewer than a figure

const soon = 'the card is there within two seconds without a network, on a slow phone';

test(soon, { tag: '@timed' }, async ({ page, server, context }) => {
  await becomeActive(page, server);
  await page.goto('/');
  await expect(qr(page)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await slowDown(page, false);
  const seen = await watchCard(page);
  const starts: Awaited<ReturnType<typeof seen>>[] = [];
  for (let i = 0; i < (process.env.E2E_FIGURES ? published : 5); i += 1) {
    await page.reload();
    await expect(qr(page)).toBeVisible();
    starts.push(await seen());
  }
  const card = starts.map((at) => at.card);
  const later = starts.map((at) => at.qr - at.card);
  figure(`card offline, CPU 4 × slower, p50 of ${starts.length} starts`, spread(card));
  figure('its QR code later', spread(later));
  expect(median(card)).toBeLessThanOrEqual(2000); // the goal on a quiet machine is 500 + 100 ms
  expect(median(later)).toBeLessThanOrEqual(1000);
});

test('a guest on a slow phone and network sees the first screen within 15 seconds', {
  tag: '@timed',
}, async ({ page }) => {
  await slowDown(page, true);
  const start = Date.now();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const took = Date.now() - start;
  figure('first visit, CPU 4 × slower, 400 kbit/s', `${took} ms`);
  expect(took).toBeLessThanOrEqual(15_000);
});
