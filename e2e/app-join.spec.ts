// From a guest to a card: code, application in three steps with a persistent draft, rejection, resubmission, approval.
import { decide, enteredStudent, kept, newPhone, qr, signInApp, test } from './support/app';
import { codeFor } from './support/codes';
import type { Server } from './support/server';
import { picture } from './support/students';
import { button, expect, field, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

async function enterByForm(page: Page, server: Server, phone: string) {
  await page.goto('/');
  await field(page, 'Номер телефона').fill(`8${phone.slice(1)}`);
  await button(page, 'Получить код').click();
  await heading(page, 'Введите код');
  await page.goto('/'); // the phone killed the app while the message was read
  await button(page, 'Ввести код, который уже пришёл').click();
  await heading(page, 'Введите код');
  await page.reload();
  await heading(page, 'Введите код');
  await expect(page.getByText('Отправили на')).toBeVisible();
  await field(page, 'Код из SMS').fill(await codeFor(server, phone));
}

async function pick(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).click();
  const sheet = page.getByRole('dialog', { name: label });
  const found = page.waitForResponse((response) =>
    decodeURIComponent(response.url()).includes(`search=${text}`),
  );
  await sheet.getByRole('searchbox').fill(text);
  await found; // the list moves when it comes
  await sheet.getByRole('button', { name: text }).first().click();
  await expect(sheet).toBeHidden();
}

const photo = (page: Page, name: string) => page.getByLabel(`${name}: Выбрать`);

async function fillIn(page: Page) {
  await pick(page, 'Университет', 'МГУ');
  await page.getByLabel('Курс', { exact: true }).selectOption('2');
  const year = new Date().getFullYear();
  await page.getByLabel('Начало').selectOption(String(year - 1));
  await page.getByLabel('Окончание').selectOption(String(year + 3));
  await button(page, 'Дальше').click();
  await heading(page, 'О себе');
  await field(page, 'Фамилия').fill('Ёжиков');
  await field(page, 'Имя').fill('Пётр');
  await field(page, 'Дата рождения').pressSequentially('12042005');
  await expect(field(page, 'Дата рождения')).toHaveValue('12.04.2005');
  await pick(page, 'Город', 'Тула');
}

test('a newcomer applies with a persistent draft, is rejected and applies again', async ({
  page,
  server,
}) => {
  const phone = newPhone();
  await enterByForm(page, server, phone);
  await heading(page, 'Получите карту студента');
  await button(page, 'Заполнить заявку').click();
  await fillIn(page);

  await page.reload(); // the phone was restarted
  await heading(page, 'О себе');
  await expect(field(page, 'Фамилия')).toHaveValue('Ёжиков');
  await expect(page.getByLabel('Город', { exact: true })).toContainText('Тула');
  await button(page, 'Дальше').click();
  await heading(page, 'Фотографии');

  await expect(page.getByRole('checkbox', { name: 'Согласие на обработку' })).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await button(page, 'Дальше').click();
  await expect(page.getByText('Добавьте свою фотографию.')).toBeVisible();
  await photo(page, 'Ваша фотография').setInputFiles(picture('me.png', 2400));
  await photo(page, 'Студенческий билет или справка').setInputFiles(picture('card.png', 600));
  const photos = ['Ваша фотография', 'Студенческий билет или справка'];
  for (const name of photos) await expect(page.getByRole('img', { name })).toBeVisible();
  await expect.poll(() => kept(page)).toMatch(/"portrait":\{"picture".*"document":\{"picture"/);
  await page.reload(); // a dead battery: photos are part of the draft
  for (const name of photos) await expect(page.getByRole('img', { name })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Согласие на обработку' }).check();
  await page.getByRole('checkbox', { name: 'Согласие на показ' }).check();
  await button(page, 'Дальше').click();

  await heading(page, 'Проверьте заявку');
  await expect(page.getByRole('region', { name: 'О себе' })).toContainText('Ёжиков Пётр');
  await expect(page.getByRole('region', { name: 'Где вы учитесь' })).toContainText('2 курс');
  await button(page, 'Отправить заявку').dblclick();
  await heading(page, 'Заявка у оператора');
  await expect(page.getByText(/^Обычно отвечают за/)).toBeVisible();
  await expect(page.getByText('Решение появится здесь и придёт по SMS.')).toBeVisible();

  const reasonText = 'Фамилия в билете другая.';
  await decide(page, server, phone, { newStatus: 'rejected', reasonText, fields: ['surname'] });
  await button(page, 'Проверить сейчас').click();
  await heading(page, 'Заявку вернули');
  await expect(page.getByText(reasonText)).toBeVisible();
  await button(page, 'Исправить и отправить').click();
  await heading(page, 'О себе'); // the step with the field to correct
  const asked = `Оператор просит исправить: ${reasonText}`;
  await expect(field(page, 'Фамилия')).toHaveAccessibleDescription(asked);
  await expect(page.getByText(asked)).toHaveCount(1);
  await field(page, 'Фамилия').fill('Ёжикова');
  await expect(page.getByText(asked)).toHaveCount(0);
  await expect(page.getByText(reasonText)).toBeVisible();
  await button(page, 'Дальше').click();
  await page.getByRole('checkbox', { name: 'Согласие на обработку' }).check();
  await page.getByRole('checkbox', { name: 'Согласие на показ' }).check();
  await button(page, 'Дальше').click();
  await button(page, 'Отправить заявку').click();
  await heading(page, 'Заявка у оператора');

  await decide(page, server, phone, { newStatus: 'active' });
  await button(page, 'Проверить сейчас').click();
  await expect(page.getByRole('img', { name: 'QR-код карты' })).toBeVisible();
  await expect(page.getByText('Ёжикова')).toBeVisible();
});

test('a wrong code is reported, and a server error is shown at its field', async ({
  page,
  server,
}) => {
  // Photos as in Chrome 110, which knows no 'from-image'.
  await page.addInitScript(() => {
    const create = createImageBitmap;
    window.createImageBitmap = async (source: ImageBitmapSource, options?: unknown) => {
      if (options) throw new TypeError('imageOrientation');
      return create(source);
    };
  });
  await page.goto('/');
  const phone = newPhone();
  await field(page, 'Номер телефона').fill(phone);
  await button(page, 'Получить код').click();
  await heading(page, 'Введите код');
  const right = await codeFor(server, phone);
  await field(page, 'Код из SMS').fill(right === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toContainText('Код неверный');
  await expect(page.getByText(/^Отправить ещё раз через/)).toBeVisible();
  await field(page, 'Код из SMS').fill(right);
  await heading(page, 'Получите карту студента');
  await page.goto('/join');
  await fillIn(page);
  await field(page, 'Дата рождения').fill('');
  await field(page, 'Дата рождения').pressSequentially('31022010');
  await button(page, 'Дальше').click();
  await expect(page.getByText('Такой даты нет.')).toBeVisible();
  await field(page, 'Дата рождения').fill('');
  await field(page, 'Дата рождения').pressSequentially(`1204${new Date().getFullYear() - 16}`);
  await button(page, 'Дальше').click();
  await photo(page, 'Ваша фотография').setInputFiles(picture('me.png', 300));
  await photo(page, 'Студенческий билет или справка').setInputFiles(picture('card.png', 300));
  await expect(page.getByRole('checkbox', { name: 'Согласие на обработку' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Согласие родителя' })).toBeVisible(); // at 16
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, 'Дальше').click();
  const message = 'Карта выдаётся с 18 лет.'; // a server with --no-minors
  await page.route('**/s/v1/application', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: { status: 422, detail: message, errors: [{ field: 'birthDate', message }] },
        })
      : route.fallback(),
  );
  await button(page, 'Отправить заявку').click();
  await expect(page.getByRole('alert')).toContainText(message);
  await button(page, 'Исправить').click();
  await heading(page, 'О себе');
  await expect(page.getByText(message)).toBeVisible();
  await expect(field(page, 'Фамилия')).toHaveValue('Ёжиков');
});

test('an application that cannot be loaded says so and is asked for again', async ({
  page,
  server,
}) => {
  await signInApp(page, server);
  await page.route('**/s/v1/application', (route) => route.fulfill({ status: 500 }));
  await page.goto('/join/person');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/s/v1/application');
  await button(page, 'Повторить').click();
  await expect(field(page, 'Фамилия')).toBeVisible();
});

test('a session that ended keeps the draft for the same number', async ({ page, server }) => {
  await signInApp(page, server);
  const cookies = await page.context().cookies();
  await page.goto('/join/person');
  await field(page, 'Фамилия').fill('Тихая');
  await expect.poll(() => kept(page)).toContain('Тихая');
  await page.context().clearCookies();
  await page.reload();
  await heading(page, 'Карта студента в телефоне');
  await page.context().addCookies(cookies); // the same member signs in again
  await page.goto('/join/person');
  await expect(field(page, 'Фамилия')).toHaveValue('Тихая');
});

test('the birth date separates two owners of one number', async ({ page, server }) => {
  const phone = await enteredStudent(page, server);
  await enterByForm(page, server, phone);
  await heading(page, 'Это вы?');
  await button(page, 'Войти').click();
  await expect(page.getByText('Укажите дату целиком')).toBeVisible();
  await field(page, 'Дата рождения').pressSequentially('13042005');
  await button(page, 'Войти').click();
  await expect(page.getByRole('alert')).toContainText('Дата рождения не совпала');
  await field(page, 'Дата рождения').fill('');
  await field(page, 'Дата рождения').pressSequentially('12042005');
  await button(page, 'Войти').dblclick();
  await expect(qr(page)).toBeVisible();
  await expect(page.getByText('Берёзкин')).toBeVisible();
});
