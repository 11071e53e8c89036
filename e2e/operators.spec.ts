import { inEveryView, noSideways } from './support/look';
import { invitationLinks } from './support/mail';
import {
  accounts,
  button,
  enter,
  expect,
  expectAccessible,
  expectNotice,
  field,
  notices,
  type Page,
  password,
  signIn,
  signInByForm,
  test,
} from './support/test';
import { codeOf } from './support/totp';

const invited = 'petrova@university.example';
const own = 'Nadezhnyj-Parol-77';

const dialog = (page: Page) => page.getByRole('dialog');

test('head office invites an operator, who sets a password and signs in', async ({
  page,
  server,
}) => {
  await signIn(page, accounts.all, '/operators');
  await button(page, 'Пригласить').click();
  await button(page, 'Отправить').click();
  await expect(page.getByText('Укажите E-mail')).toBeVisible();
  await dialog(page).getByLabel('E-mail').fill(invited);
  await dialog(page).getByLabel('Роль').selectOption({ label: 'Партнёры и акции' });
  await button(page, 'Отправить').click();
  await expectNotice(page, `Приглашение отправлено на ${invited}`);

  await page.getByRole('link', { name: 'Приглашения', exact: true }).click();
  await expect(page.getByRole('main').getByText(invited)).toBeVisible();
  await expect.poll(() => invitationLinks(server, invited).length, { timeout: 60_000 }).toBe(1);
  const [link = ''] = invitationLinks(server, invited);

  await page.goto(link);
  await expect(page.getByText('приглашает вас работать')).toBeVisible();
  await button(page, 'Принять приглашение').click();
  await expect(page.getByText('Укажите фамилию')).toBeVisible();
  await page.getByLabel('Фамилия').fill('Петрова');
  await page.getByLabel('Имя').fill('Анна');
  await field(page, 'Придумайте пароль').fill(own);
  await field(page, 'Повторите пароль').fill(own);
  await button(page, 'Принять приглашение').click();
  await expect(page).toHaveURL('/auth');
  await expectNotice(page, 'Учётная запись создана');

  await signInByForm(page, invited, own);
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await expect(menu.getByRole('link', { name: 'Партнёры' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Операторы' })).toHaveCount(0);

  await page.goto(link); // already used
  await expect(page.getByText('Приглашение не действует')).toBeVisible();
});

async function setUpFactor(page: Page) {
  await page.goto('/settings');
  await button(page, 'Настроить').click();
  await expect(dialog(page).getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
  const key = (await dialog(page).locator('code').textContent()) ?? '';
  await dialog(page).getByLabel('Код из приложения').fill('000000');
  await button(page, 'Включить').click();
  await expect(dialog(page).getByText('Неверный код')).toBeVisible();
  await dialog(page).getByLabel('Код из приложения').fill(codeOf(key));
  await button(page, 'Включить').click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  const codes = await dialog(page).getByRole('listitem').allTextContents();
  await expectAccessible(page, 'recovery codes');
  await button(page, 'Коды сохранены').click();
  await expect(page.getByText('Осталось резервных кодов: 10 из 10.')).toBeVisible();
  return { key, codes };
}

test('an operator who lost the phone can sign in again', async ({ page, browser, server }) => {
  await signIn(page, accounts.chairman2);
  const { key, codes } = await setUpFactor(page);

  const elsewhere = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await enter(elsewhere, accounts.chairman2);
  await expect(elsewhere.getByRole('heading', { name: 'Код для входа' })).toBeVisible();
  await expectAccessible(elsewhere, 'the second step');
  await field(elsewhere, 'Код').fill('123456');
  await button(elsewhere, 'Войти').click();
  await expect(elsewhere.getByText('Неверный код')).toBeVisible();
  await field(elsewhere, 'Код').fill(codeOf(key, 1)); // the set-up has used up the current code
  await button(elsewhere, 'Войти').click();
  await expect(elsewhere.getByRole('navigation', { name: 'Главное меню' })).toBeVisible();

  await elsewhere.evaluate(() => localStorage.clear());
  await enter(elsewhere, accounts.chairman2);
  await field(elsewhere, 'Код').fill(codes[0]?.toLowerCase() ?? ''); // the phone is lost
  await button(elsewhere, 'Войти').click();
  await expect(elsewhere.getByRole('navigation', { name: 'Главное меню' })).toBeVisible();

  // Without recovery codes too: an administrator resets the factor.
  await signIn(page, accounts.all, '/operators?search=chairman2');
  await page.getByRole('link', { name: /Королёва/ }).click();
  await button(page, 'Сбросить вход по коду').click();
  await button(page, 'Сбросить').click();
  await expectNotice(page, 'Вход по коду сброшен');
  await elsewhere.evaluate(() => localStorage.clear());
  await signInByForm(elsewhere, accounts.chairman2);
  await elsewhere.context().close();
});

/** Answers the first changes of a status as after a sign-in an hour ago. */
async function refuseUnconfirmed(page: Page, times: number) {
  let refused = 0;
  await page.route('**/status', (route) => {
    refused += 1;
    if (refused > times) return route.fallback();
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'confirm', title: 'x', status: 403, detail: 'Подтвердите.' }),
    });
  });
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Подтвердите, что это вы' });

test('a dangerous action asks for the password once and is then carried out', async ({ page }) => {
  await signIn(page, accounts.admin2, '/operators');
  await page.getByRole('link', { name: /Белов/ }).click();
  await refuseUnconfirmed(page, 2);
  await button(page, 'Заблокировать').click();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape'); // closing the dialog cancels the action
  await expect(question(page)).toHaveCount(0);
  await expect(button(page, 'Заблокировать').first()).toBeEnabled();
  await expect(notices(page).getByRole('listitem')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await question(page).getByRole('textbox', { name: 'Пароль' }).fill('wrong');
  await question(page).getByRole('button', { name: 'Подтвердить' }).click();
  await expect(question(page).getByText('Неверный пароль')).toBeVisible();
  await question(page).getByRole('textbox', { name: 'Пароль' }).fill(password);
  await question(page).getByRole('button', { name: 'Подтвердить' }).click();
  await expectNotice(page, 'Оператор заблокирован');
  await button(page, 'Разблокировать').click();
  await expectNotice(page, 'Оператор разблокирован');
});

inEveryView((view) => {
  test('what an invited person and a set-up see looks right', async ({ page, server }) => {
    const login = `${view}@university.example`;
    await signIn(page, accounts.all, '/operators');
    await button(page, 'Пригласить').click();
    await expect(dialog(page)).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'inviting');
    await dialog(page).getByLabel('E-mail').fill(login);
    await button(page, 'Отправить').click();
    await expectNotice(page, `Приглашение отправлено на ${login}`);
    await expect.poll(() => invitationLinks(server, login).length, { timeout: 60_000 }).toBe(1);
    await page.goto('/second-factor');
    await expect(page.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'set-up');
    await page.goto(invitationLinks(server, login)[0] ?? '');
    await expect(page.getByText('приглашает вас работать')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'accepting');
  });

  test('operators, a card, invitations and the settings look right', async ({ page }) => {
    await signIn(page, accounts.all, '/operators');
    await expect(page.getByText('admin2@demo.studbonus.ru')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'operators');
    await page.getByRole('link', { name: /Семёнов/ }).click();
    await expect(button(page, 'Изменить права')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'card');
    await button(page, 'Изменить права').click();
    await expectAccessible(page, 'rights');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await refuseUnconfirmed(page, 1);
    await button(page, 'Заблокировать').click();
    await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
    await expect(question(page)).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'question');
    await page.goto('/operators/invitations');
    await expect(page.getByLabel('Кому обязателен')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'invitations');
    await page.goto('/settings');
    await expect(page.getByText('Этот сеанс')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'settings');
  });
});
