// A new version while the app is open (rules 29.4).
import { signInApp, test } from './support/app';
import { releasable } from './support/release';
import { expect, type Page } from './support/test';

/** The number of cached versions; 0 while another one is being installed. */
const versions = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return installing || waiting ? 0 : (await caches.keys()).length;
  });
const source = (page: Page) => page.locator('script[src]').first().getAttribute('src');

test('a new version starts with the next start, while the open page still loads its files', async ({
  page,
  server,
}) => {
  await signInApp(page, server); // cookies are shared across ports
  await releasable(server.students, async (origin, release) => {
    await page.goto(origin);
    await expect(page.getByRole('heading', { name: 'Получите карту студента' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => versions(page)).toBe(1);
    release();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => versions(page)).toBe(2);

    await page.getByRole('link', { name: 'Профиль' }).click(); // loads code that this page has not loaded yet
    await expect(page.getByRole('heading', { level: 1, name: 'Профиль' })).toBeVisible();
    expect(await source(page)).toContain('/assets/');

    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Профиль' })).toBeVisible();
    expect(await source(page)).toContain('/assets2/');
  });
});
