import { test as base, expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type Server, serve } from './server';

/** Accounts of the demo data (contract §9), one per role and case. */
export const accounts = {
  all: 'all@demo.studbonus.ru',
  student: 'student@demo.studbonus.ru',
  univer: 'univer@demo.studbonus.ru',
  chairman: 'chairman@demo.studbonus.ru',
  flag: 'flag@demo.studbonus.ru',
  student2: 'student2@demo.studbonus.ru',
  chairman2: 'chairman2@demo.studbonus.ru',
  fresh: 'new@demo.studbonus.ru',
};

/** The password of every demo account. */
export const password = 'Demo-2026!';

// A refused call is logged by the browser itself and is part of many journeys.
const expected = /^Failed to load resource/;

/** The test of this folder: a journey also fails on anything that the console writes to the console. */
export const test = base.extend<{ quiet: undefined }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use, { parallelIndex }) => serve(parallelIndex, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
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

export { expect, type Locator, type Page };

/** The field of a form by its label; a password field shares its label with the button that shows it. */
export const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true });

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The popup notifications. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Уведомления' });

/** Fills in the sign-in form and sends it by the Enter key. */
export async function enter(page: Page, login: string, word = password) {
  await page.goto('/auth');
  await field(page, 'E-mail').fill(login);
  await field(page, 'Пароль').fill(word);
  await field(page, 'Пароль').press('Enter');
}

/** Signs in as an operator does, and waits for the console. */
export async function signInByForm(page: Page, login: string, word = password) {
  await enter(page, login, word);
  await expect(inside(page)).toBeAttached();
}

const inside = (page: Page) => page.getByRole('link', { name: 'Перейти к содержимому' });

/** Signs in by a call, which is quicker than the form, and opens an address of the console. */
export async function signIn(page: Page, login: string, path = '/') {
  const data = { login, password, place: 'operator' };
  const answer = await page.request.post('/v1/auth/email', { data });
  expect(answer.status()).toBe(200);
  const { tokens } = await answer.json();
  const remembered = await page.addInitScript(({ accessToken, refreshToken }) => {
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('accessToken', accessToken);
  }, tokens);
  await page.goto(path);
  await remembered.dispose(); // a later visit finds what the console has kept
  await expect(inside(page)).toBeAttached();
}

/** Signs in and opens the settings. */
export async function openSettings(page: Page, login: string) {
  await signIn(page, login, '/settings');
  await expect(field(page, 'Имя')).not.toHaveValue('');
}

/** Fails on whatever breaks WCAG 2.1 AA on the page as it stands, and on letters that are cut off. */
export async function expectAccessible(page: Page, what: string) {
  // One that is cut short, with the element it moves, has ended too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((a) => a.finished)));
  expect([...(await violations(page)), ...(await cutLetters(page))], what).toEqual([]);
}

/** What axe finds. It is brought along once a page: reading half a megabyte of script is a third of a look. */
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

/** Texts whose letters lose what hangs below the line (р, у, ф): their box is cut off no higher than a letter. */
const cutLetters = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.body.querySelectorAll('*'))
      .filter((element) => {
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

/** Gives the demo password back to a signed-in operator: later journeys need it. */
export async function restorePassword(page: Page, oldPassword: string) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  const answer = await page.request.put('/auth/password', {
    headers: { 'X-Access-Token': token },
    data: { oldPassword, newPassword: password },
  });
  expect(answer.status()).toBe(200);
}

/** What stands in local storage. */
export const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** The same operator with a token that looks old, so that the console replaces it. */
export const ageToken = (page: Page) =>
  page.evaluate(() => {
    const [head, , tail] = (localStorage.getItem('accessToken') ?? '').split('.');
    const claims = { role: 'operator_all', iat: 1, exp: 2 };
    localStorage.setItem('accessToken', `${head}.${btoa(JSON.stringify(claims))}.${tail}`);
  });
