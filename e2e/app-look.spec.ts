// Every screen of the app and the till at phone and desktop sizes, light and dark: axe, no horizontal overflow.
// E2E_SHOTS=folder stores a screenshot of each.
import {
  apply,
  becomeActive,
  decide,
  enteredStudent,
  expire,
  invite,
  kept,
  newPhone,
  ownCall,
  qr,
  signInApp,
  test,
  typeAsScanner,
} from './support/app';
import { codeFor } from './support/codes';
import { inEveryAppView } from './support/look';
import { button, expect, field, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

const loaded = (page: Page) =>
  expect(page.getByRole('status', { name: 'Загружаем…' })).toHaveCount(0);

const rows = [
  ['notices', 'Уведомления'],
  ['phone', 'Новый номер'],
  ['email', 'Почта'],
  ['sessions', 'Устройства'],
  ['consents', 'Согласия'],
  ['leave', 'Уйти из программы'],
] as const;

inEveryAppView((look) => {
  test('as a guest', async ({ page, server }) => {
    await page.goto('/');
    await heading(page, 'Карта студента в телефоне');
    await look(page, 'guest');
    await button(page, 'Получить код').click();
    await expect(page.getByText('Укажите мобильный номер целиком')).toBeVisible();
    await look(page, 'guest-error');
    const phone = newPhone();
    await field(page, 'Номер телефона').fill(phone);
    await button(page, 'Получить код').click();
    const right = await codeFor(server, phone);
    await heading(page, 'Введите код');
    await look(page, 'code');
    await field(page, 'Код из SMS').fill(right === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toContainText('Код неверный');
    await look(page, 'code-wrong');
  });

  test('as a guest asked for the birth date', async ({ page, server }) => {
    const phone = await enteredStudent(page, server);
    await page.goto('/');
    await field(page, 'Номер телефона').fill(phone);
    await button(page, 'Получить код').click();
    await field(page, 'Код из SMS').fill(await codeFor(server, phone));
    await heading(page, 'Это вы?');
    await look(page, 'birth-date');
  });

  test('as a member without an application', async ({ page, server, context }) => {
    await signInApp(page, server);
    await page.goto('/');
    await heading(page, 'Получите карту студента');
    await look(page, 'none');
    await page.goto('/join');
    await heading(page, 'Где вы учитесь');
    await button(page, 'Дальше').click();
    await expect(page.getByText('Выберите университет.')).toBeVisible();
    await look(page, 'join-study');
    await page.getByLabel('Университет').click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await look(page, 'join-pick');
    await page.goto('/join/person');
    await heading(page, 'О себе');
    await look(page, 'join-person');
    await page.goto('/join/photos');
    await heading(page, 'Фотографии');
    await expect(page.getByText('Согласие на письма программы')).toBeVisible();
    await look(page, 'join-photos');
    await page.goto('/profile');
    await heading(page, 'Профиль');
    await look(page, 'profile-none');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Согласия' }).click();
    await expect(page.getByRole('alert')).toContainText('Нет связи');
    await look(page, 'consents-offline');
  });

  test('as an applicant who waits, is rejected and applies again', async ({ page, server }) => {
    const phone = await signInApp(page, server);
    await apply(page, server);
    await page.goto('/');
    await heading(page, 'Заявка у оператора');
    await expect(page.getByText('Проверяет оператор')).toBeVisible();
    await look(page, 'waiting');
    const reasonText = 'Не видно срок обучения: снимите разворот билета целиком.';
    await decide(page, server, phone, { newStatus: 'rejected', reasonText });
    await page.reload();
    await heading(page, 'Заявку вернули');
    await expect(page.getByText(reasonText)).toBeVisible();
    await look(page, 'rejected');
    await page.goto('/join/check');
    await heading(page, 'Проверьте заявку');
    await expect(page.getByRole('img', { name: 'Ваша фотография' })).toBeVisible();
    await look(page, 'join-check');
    await page.goto('/profile');
    await expect(page.getByText('Заявку вернули')).toBeVisible();
    await look(page, 'profile-rejected');
  });

  test('as an active student', async ({ page, server, context }) => {
    await becomeActive(page, server);
    await page.goto('/');
    await expect(qr(page)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Ваша фотография' })).toBeVisible();
    await look(page, 'card');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => kept(page)).toMatch(/\["card"\].*"portrait":\{\}/);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();
    await expect(qr(page)).toBeVisible();
    await look(page, 'card-offline');
    await context.setOffline(false);
    await page.goto('/profile');
    await heading(page, 'Профиль');
    await expect(page.getByRole('heading', { name: 'Ёлкина Мария Сергеевна' })).toBeVisible();
    await look(page, 'profile');
    for (const [path, title] of rows) {
      await page.goto(`/profile/${path}`);
      await heading(page, title);
      await loaded(page);
      await look(page, path);
    }
  });

  test('as a blocked and as an expired student', async ({ page, server }) => {
    const phone = await becomeActive(page, server);
    await expire(page, server, phone);
    await page.goto('/');
    await heading(page, 'Срок карты истёк');
    await look(page, 'expired');
    await decide(page, server, phone, { newStatus: 'blocked', reasonText: 'Отчислена' });
    expect((await ownCall(page, server, '/s/v1/me')).applicationStatus).toBe('blocked');
    await page.reload();
    await heading(page, 'Карта заблокирована');
    await expect(page.getByText('Отчислена')).toBeVisible();
    await look(page, 'blocked');
  });

  test('at the till and on the check page', async ({ page, server, context }) => {
    const phone = await becomeActive(page, server);
    await page.goto('/');
    await expect(qr(page)).toBeVisible();
    // Read when it is needed: a code is valid for half a minute.
    const address = async () =>
      String(await page.locator('[data-address]').getAttribute('data-address'));
    const checked = await context.newPage();
    await checked.goto(await address());
    await expect(checked.getByText(/^Действует до 30\.09\.\d{4}$/)).toBeVisible();
    await look(checked, 'check-green');
    await checked.goto(`${(await address()).slice(0, -1)}?`);
    await look(checked, 'check-red');

    const { code } = await invite(page, server);
    const till = await context.newPage();
    await till.goto('/t');
    await heading(till, 'Подключите кассу');
    await field(till, 'Код подключения').fill('000000');
    await button(till, 'Подключить').click();
    await expect(till.getByRole('alert')).toBeVisible();
    await look(till, 'till-pairing');
    await field(till, 'Код подключения').fill(String(code).replace(/\D/g, ''));
    await button(till, 'Подключить').click();
    await expect(till.getByText('Камеры нет')).toBeVisible();
    await look(till, 'till-ready');
    const verdict = till.getByRole('alert');
    await typeAsScanner(till, await address());
    await expect(verdict).toContainText('Действует до 30.09.');
    await expect(verdict.getByRole('img', { name: 'Фотография студента' })).toBeVisible();
    await look(till, 'till-green');
    const token = (await address()).slice(-20, -10) + '0'.repeat(10);
    await typeAsScanner(till, token);
    await expect(verdict).toContainText('Код устарел');
    await look(till, 'till-amber');
    await checked.goto(`/c/${token}`);
    await look(checked, 'check-amber');
    const { number } = await ownCall(page, server, '/s/v1/card');
    await field(till, 'Номер карты').fill(number);
    await button(till, 'Проверить').click();
    await expect(verdict).toContainText('По номеру не узнать, чья это карта');
    await look(till, 'till-by-hand');
    await context.setOffline(true);
    await typeAsScanner(till, number);
    await expect(verdict).toContainText('Не проверено');
    await look(till, 'till-offline');
    await context.setOffline(false);
    await decide(page, server, phone, { newStatus: 'blocked', reasonText: 'Отчислена' });
    await typeAsScanner(till, number);
    await expect(verdict).toContainText('Карта заблокирована');
    await look(till, 'till-red');
  });
});
