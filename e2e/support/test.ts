import { setTimeout } from 'node:timers/promises';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { expectNotice, recordNotices } from './notices';
import { type Running, type Server, start } from './server';

/** Accounts of the demo data (rules 22.4), one per role and case. */
export const accounts = {
  all: 'all@demo.studbonus.ru',
  student: 'student@demo.studbonus.ru',
  univer: 'univer@demo.studbonus.ru',
  chairman: 'chairman@demo.studbonus.ru',
  flag: 'flag@demo.studbonus.ru',
  student2: 'student2@demo.studbonus.ru',
  chairman2: 'chairman2@demo.studbonus.ru',
  admin2: 'admin2@demo.studbonus.ru',
  fresh: 'new@demo.studbonus.ru',
};

/** The password of every demo account. */
export const password = 'Demo-2026!';

// The browser itself logs refused calls, which many journeys make.
const expected = /^Failed to load resource/;

const minute = 60_000; // ms
const day = 24 * 60 * minute;

/** How long to wait (ms), so that no journey sees the date change in Moscow: it types dates and compares them. */
function untilMidnightIsPast() {
  const left = day - ((Date.now() + 3 * 60 * minute) % day);
  return left < 4 * minute ? left + 1000 : 0;
}

/** The test function of this folder: a journey also fails on anything that the app logs to the console. */
export const test = base.extend<
  { server: Server; quiet: undefined; day: undefined; heard: undefined },
  { servers: (file: string) => Promise<Server> }
>({
  // A new server for each file: which files run in the same worker depends on time.
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      let current: (Running & { file: string }) | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.stop();
          current = { ...(await start()), file };
        }
        return current.server;
      });
      await current?.stop();
    },
    { scope: 'worker' },
  ],
  server: [async ({ servers }, use, { file }) => use(await servers(file)), { timeout: 180_000 }],
  baseURL: async ({ server }, use) => use(server.origin),
  day: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      await setTimeout(untilMidnightIsPast());
      await use(undefined);
    },
    { auto: true, timeout: 10 * minute },
  ],
  heard: [
    async ({ context }, use) => {
      await recordNotices(context);
      await use(undefined);
    },
    { auto: true },
  ],
  quiet: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on('console', (message) => {
        const loud = message.type() === 'error' || message.type() === 'warning';
        if (loud && !expected.test(message.text())) said.push(message.text());
      });
      context.on('weberror', (error) => said.push(String(error.error())));
      await use(undefined);
      expect(said, 'written to the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, expectNotice, type Locator, type Page };

/** A form field by its label; a password field shares its label with its visibility button. */
export const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true });

/** A button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Clicks away from the middle. A click within 350 ms at the position of the last one counts as the
 * second half of a double click, which the console ignores.
 */
export const clickAside = (target: Locator) => target.click({ position: { x: 8, y: 8 } });

/** The drafts that the console has written to disk, as text. */
export const drafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('studbonus');
        opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );

/** The popup notifications. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Уведомления' });

/** Fills in the sign-in form and submits it with Enter. */
export async function enter(page: Page, login: string, word = password) {
  await page.goto('/auth');
  await field(page, 'E-mail').fill(login);
  await field(page, 'Пароль').fill(word);
  await field(page, 'Пароль').press('Enter');
}

/** Signs in through the form and waits for the console. */
export async function signInByForm(page: Page, login: string, word = password) {
  await enter(page, login, word);
  await expectInside(page);
}

/** Waits for the layout of signed-in pages: from then on the console listens to keys. */
export const expectInside = (page: Page) => expect(inside(page)).toBeAttached();

/** The input of the palette. */
export const palette = (page: Page) => page.getByRole('textbox', { name: 'Найти или перейти' });

/** Opens the palette by its key, once the console listens and no dialog is open: above one, the key does nothing. */
export async function openPalette(page: Page) {
  await expectInside(page);
  await expect(page.locator('[role=dialog][aria-modal]')).toHaveCount(0);
  await page.keyboard.press('Control+KeyK');
  await expect(palette(page)).toBeFocused();
}

/** Takes the network away, and waits until the page knows. */
export async function goOffline(page: Page) {
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
}

const inside = (page: Page) => page.getByRole('link', { name: 'Перейти к содержимому' });

/** Signs in by a call, which is faster than the form, and opens a URL of the console. */
export async function signIn(page: Page, login: string, path = '/') {
  const data = { login, password, place: 'operator' };
  const answer = await page.request.post('/v1/auth/email', { data });
  expect(answer.status()).toBe(200);
  const { tokens } = await answer.json();
  const remembered = await page.addInitScript(({ accessToken, refreshToken }) => {
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('accessToken', accessToken);
  }, tokens);
  await recordNotices(page.context());
  await page.goto(path);
  await remembered.dispose(); // a later visit must find the stored data
  await expectInside(page);
}

/** Signs in and opens the settings. */
export async function openSettings(page: Page, login: string) {
  await signIn(page, login, '/settings');
  await expect(field(page, 'Имя')).not.toHaveValue('');
}

/** Fails on violations of WCAG 2.1 AA and on clipped letters. */
export async function expectAccessible(page: Page, what: string) {
  // An interrupted animation has ended too, with the element it moves.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((a) => a.finished)));
  await shoot(page, what);
  expect([...(await violations(page)), ...(await cutLetters(page))], what).toEqual([]);
}

/** With E2E_SHOTS=folder stores a screenshot of each screen that is checked, named by its width and colours. */
async function shoot(page: Page, what: string) {
  const folder = process.env.E2E_SHOTS;
  if (!folder) return;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const view = `${page.viewportSize()?.width}-${isDark ? 'dark' : 'light'}`;
  await page.screenshot({
    path: `${folder}/${view}-${what.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`,
    fullPage: (await page.getByRole('dialog').count()) === 0, // for the whole page the window grows, which closes popups
  });
}

/** Runs axe. The script is injected once per page, because reading half a megabyte takes a third of the check. */
async function violations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'],
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`,
    );
  });
}

/** Texts with clipped descenders (р, у, ф): their box is cut off below the baseline. Labels that their button cuts off. */
const cutLetters = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.body.querySelectorAll('*'))
      .filter((element) => {
        if (element.matches('.mantine-Button-label')) {
          const isShort = getComputedStyle(element).textOverflow === 'ellipsis';
          if (!isShort && element.scrollWidth > element.clientWidth + 1) return true;
        }
        if (!Array.from(element.childNodes).some((n) => n.nodeType === 3 && n.textContent?.trim()))
          return false;
        const { overflowY, fontSize } = getComputedStyle(element);
        const height = element.clientHeight;
        const forReadersAlone = height <= 1;
        return (
          overflowY !== 'visible' && !forReadersAlone && height < 1.15 * Number.parseFloat(fontSize)
        );
      })
      .map((element) => `cut off: ${element.textContent}`),
  );

/** Restores the demo password of a signed-in operator for later journeys. */
export async function restorePassword(page: Page, oldPassword: string) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  const answer = await page.request.put('/auth/password', {
    headers: { 'X-Access-Token': token },
    data: { oldPassword, newPassword: password },
  });
  expect(answer.status()).toBe(200);
}

/** The keys in local storage. */
export const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** Gives the operator a token that looks old, so that the console refreshes it. */
export const ageToken = (page: Page) =>
  page.evaluate(() => {
    const [head, , tail] = (localStorage.getItem('accessToken') ?? '').split('.');
    const claims = { role: 'operator_all', iat: 1, exp: 2 };
    localStorage.setItem('accessToken', `${head}.${btoa(JSON.stringify(claims))}.${tail}`);
  });
