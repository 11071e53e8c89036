// Without a network or with a hanging server: nothing hangs, nothing is sent later, everything recovers.
import { call, fullName, shownRows, someStudent } from './support/students';
import {
  accounts,
  button,
  expect,
  expectNotice,
  field,
  goOffline,
  type Page,
  signIn,
  stored,
  test,
} from './support/test';

const lost = 'Не удалось связаться с сервером. Проверьте интернет-соединение.';
const retry = (page: Page) => button(page, 'Повторить');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name });

test('a decision made offline fails at once and is not sent later', async ({ page, context }) => {
  await signIn(page, accounts.all);
  const student = await someStudent(page, { status: 'active' }, 60);
  await page.goto(`/card/${student.uuidUser}`);
  await expect(heading(page)).toHaveText(fullName(student));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/user/status')) sent.push(request.method());
  });

  await goOffline(page);
  await button(page, 'Заблокировать').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Отменить' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await menu(page, 'Студенты').click();
  await context.setOffline(false);
  await expect(shownRows(page).first()).toBeVisible();

  expect(sent).toEqual(['PUT']); // the failed one
  const card = await call(page, 'GET', `/v1/student/${student.uuidUser}`);
  expect((await card.json()).status).toBe('active');
});

test('a list and a card show that they are offline and recover automatically', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  await shownRows(page).first().getByRole('link').click(); // loads the card's code
  await expect(page.getByRole('region', { name: 'История' })).toBeVisible();
  await button(page, 'Назад').click();
  const first = await shownRows(page).first().textContent();

  // Calls fail at once: one request each, not one after another until a timeout.
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/student(\/[\w-]{36})?$/.test(pathname)) asked.push(pathname);
  });
  await goOffline(page);
  await page.getByRole('link', { name: 'Страница 2', exact: true }).click();
  await expect(page).toHaveURL('/?page=2');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Список не обновился.');
  await expect(alert).toContainText(lost);
  expect(asked).toHaveLength(1);
  await retry(page).click();
  await expect(alert).toContainText(lost);
  await context.setOffline(false);
  await expect(alert).toBeHidden();
  await expect(shownRows(page).first()).not.toHaveText(first ?? '');

  await goOffline(page);
  const link = shownRows(page).nth(1).getByRole('link');
  const name = (await link.textContent()) ?? '';
  asked = [];
  await link.click();
  await expect(alert).toContainText(lost);
  await expect(retry(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(name);
  await expect(alert).toBeHidden();
});

test('a page whose code was never loaded opens when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  await expect(shownRows(page).first()).toBeVisible();
  await goOffline(page);
  await menu(page, 'Статистика').click();
  await expect(page).toHaveURL('/statistic');
  await expect(page.getByRole('alert')).toContainText(lost);
  await retry(page).click();
  await expect(retry(page)).toBeEnabled();
  await menu(page, 'Структура').click();
  await expect(page).toHaveURL('/structure');
  await expect(page.getByRole('alert')).toContainText(lost);
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Структура');
  await menu(page, 'Статистика').click();
  await expect(heading(page)).toHaveText('Статистика');
  // Style sheets too: a failed one is requested again.
  const empty = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        .filter(({ sheet }) => !sheet?.cssRules.length)
        .map(({ href }) => href),
    );
  await expect.poll(empty).toEqual([]);
});

test('a part of a form whose code cannot be loaded does not break the form', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  const { uuidUser } = await someStudent(page, { status: 'active' }, 61);
  await page.goto(`/card/${uuidUser}/edit`);
  await field(page, 'Фамилия').fill('Ёжикова');
  await goOffline(page);
  await button(page, 'Открыть календарь').click();
  const popup = page.getByRole('dialog', { name: 'Календарь' });
  await expect(popup.getByRole('alert')).toContainText(lost);
  await context.setOffline(false);
  await expect(popup.getByRole('table')).toBeVisible();
  await expect(field(page, 'Фамилия')).toHaveValue('Ёжикова');
});

test('an offline logout clears the browser and explains when the session ends', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  await expect(shownRows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth');
  await expect(field(page, 'E-mail')).toBeVisible();
  await expectNotice(page, 'Сам сеанс закончится в течение 24 часов.');
  await expect.poll(() => stored(page)).toEqual([]);
});

const silent =
  'a hanging server shows a notice after three seconds, times out after eight and does not block logout';

test(silent, { tag: '@timed' }, async ({ page }) => {
  await signIn(page, accounts.all, '/settings');
  await expect(field(page, 'Имя')).not.toHaveValue('');
  let asked = 0;
  await page.route('**/v1/student', () => {
    asked += 1; // without a response
  });
  await page.route('**/v1/auth/session', () => undefined);
  await menu(page, 'Студенты').click();
  const word = page.getByText('Сервер отвечает дольше обычного…');
  await expect(word).toBeVisible({ timeout: 6000 });
  await expect(retry(page)).toBeVisible({ timeout: 11_000 });
  await expect(word).toBeHidden();
  expect(asked).toBe(1);
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth', { timeout: 5000 });
});
