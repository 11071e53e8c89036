// Without a network, and with a server that does not answer: nothing hangs, nothing is sent later, everything recovers.
import { call, fullName, shownRows, someStudent } from './support/students';
import { accounts, button, expect, field, type Page, signIn, stored, test } from './support/test';

const lost = 'Не удалось связаться с сервером. Проверьте интернет-соединение.';
const told = { timeout: 3000 }; // at once, on a busy machine
const retry = (page: Page) => button(page, 'Повторить');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name });

test('a decision without a network is refused at once and never made later', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  const student = await someStudent(page, { status: 'active' }, 60);
  await page.goto(`/card/${student.uuidUser}`);
  await expect(heading(page)).toHaveText(fullName(student));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/user/status')) sent.push(request.method());
  });

  await context.setOffline(true);
  await button(page, 'Заблокировать').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible(told);
  await expect(dialog.getByRole('button', { name: 'Отменить' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await menu(page, 'Студенты').click();
  await context.setOffline(false);
  await expect(shownRows(page).first()).toBeVisible();

  expect(sent).toEqual(['PUT']); // the one that failed
  const card = await call(page, 'GET', `/v1/student/${student.uuidUser}`);
  expect((await card.json()).status).toBe('active');
});

test('a list and a card say so, and come back by themselves', async ({ page, context }) => {
  await signIn(page, accounts.all);
  await shownRows(page).first().getByRole('link').click(); // the card's code is here now
  await expect(page.getByRole('region', { name: 'История' })).toBeVisible();
  await button(page, 'Назад').click();
  const first = await shownRows(page).first().textContent();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Страница 2', exact: true }).click();
  await expect(page).toHaveURL('/?page=2');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Список не обновился.', told);
  await expect(alert).toContainText(lost);
  await retry(page).click();
  await expect(alert).toContainText(lost, told);
  await context.setOffline(false);
  await expect(alert).toBeHidden();
  await expect(shownRows(page).first()).not.toHaveText(first ?? '');

  await context.setOffline(true);
  const link = shownRows(page).nth(1).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(alert).toContainText(lost, told);
  await expect(retry(page)).toBeVisible();
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
  await context.setOffline(true);
  await menu(page, 'Статистика').click();
  await expect(page).toHaveURL('/statistic');
  await expect(page.getByRole('alert')).toContainText(lost, told);
  await retry(page).click();
  await expect(retry(page)).toBeEnabled();
  await menu(page, 'Структура').click();
  await expect(page).toHaveURL('/structure');
  await expect(page.getByRole('alert')).toContainText(lost, told);
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Структура');
  await menu(page, 'Статистика').click();
  await expect(heading(page)).toHaveText('Статистика');
  // Styles too: a sheet that failed is asked for again.
  const empty = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        .filter(({ sheet }) => !sheet?.cssRules.length)
        .map(({ href }) => href),
    );
  expect(await empty()).toEqual([]);
});

test('a part of a form whose code was never loaded leaves the form alone', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  const { uuidUser } = await someStudent(page, { status: 'active' }, 61);
  await page.goto(`/card/${uuidUser}/edit`);
  await field(page, 'Фамилия').fill('Ёжикова');
  await context.setOffline(true);
  await button(page, 'Открыть календарь').click();
  const popup = page.getByRole('dialog', { name: 'Календарь' });
  await expect(popup.getByRole('alert')).toContainText(lost, told);
  await context.setOffline(false);
  await expect(popup.getByRole('table')).toBeVisible();
  await expect(field(page, 'Фамилия')).toHaveValue('Ёжикова');
});

test('a logout without a network ends here, and says what becomes of the session', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.all);
  await expect(shownRows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth', told);
  await expect(field(page, 'E-mail')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Сам сеанс закончится в течение 24 часов.');
  expect(await stored(page)).toEqual([]);
});

test('a silent server is told of after three seconds, given up after eight, and keeps nobody', async ({
  page,
}) => {
  await signIn(page, accounts.all, '/settings');
  await expect(field(page, 'Имя')).not.toHaveValue('');
  let asked = 0;
  await page.route('**/v1/student', () => {
    asked += 1; // and no answer
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
