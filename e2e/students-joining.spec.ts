import { applicationOf, cardToken, signInMember } from './support/members';
import { call, shownRows } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  type Page,
  signIn,
  test,
} from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name });
const uuidIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the card of an application from the list. */
async function openApplication(page: Page, surname: string) {
  await page.goto(`/application?search=${encodeURI(surname)}`);
  await expect(shownRows(page)).toHaveCount(1);
  await shownRows(page).getByRole('link').click();
  await expect(section(page, 'Проверка заявки')).toBeVisible();
}

test('an application from a phone is checked by its document, rejected, sent again and approved', async ({
  page,
  request,
  server,
}) => {
  const member = await signInMember(request, server, '79310000101');
  const form = await applicationOf(member, 'Дверцева');
  expect((await member.send('POST', '/s/v1/application', form)).status).toBe(201);

  await signIn(page, accounts.student);
  await openApplication(page, 'Дверцева');
  const uuid = uuidIn(page);
  const joining = section(page, 'Проверка заявки');
  await expect(joining).toContainText('Согласие на обработку персональных данных');
  await expect(section(page, 'История')).toContainText('Заявка подана');
  const document = joining.getByRole('img', { name: /^Документ: Дверцева/ });
  await expect
    .poll(() => document.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await document.click();
  await expect(dialog(page).getByRole('img', { name: /^Документ: / })).toBeVisible();
  await page.keyboard.press('ArrowRight'); // switches to the portrait, not to the next application
  await expect(dialog(page).getByRole('img', { name: /^Фото: Дверцева/ })).toBeVisible();
  await expectAccessible(page, 'document');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await button(page, 'Отклонить').click();
  await dialog(page).getByRole('checkbox', { name: 'Некорректное фото / нет фото' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Ошибки в ФИО' }).uncheck();
  await dialog(page).getByRole('button', { name: 'Отклонить' }).click();
  await expect(page).toHaveURL(/\/application\?/);
  expect((await member.get('/s/v1/application')).body).toMatchObject({
    status: 'rejected',
    reason: 'Некорректное фото / нет фото',
  });

  // The student changes the name and the portrait while the operator views the rejected application.
  await openApplication(page, 'Дверцева');
  await expect(page.getByText('Причина отказа')).toBeVisible();
  const better = { ...form, surname: 'Дверцева-Окнова', portrait: await member.photo('portrait') };
  expect((await member.send('PUT', '/s/v1/application', better)).status).toBe(200);
  await button(page, 'Одобрить').click();
  await expectNotice(page, 'Ошибка'); // the application has changed since the decision was opened
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Дверцева-Окнова');
  await expect(section(page, 'История')).toContainText('Заявка отправлена повторно');
  await expect(page.getByText('На модерации', { exact: true })).toBeVisible();
  await button(page, 'Одобрить').click();
  await expect(page).toHaveURL(/\/application\?/);
  await page.goto(`/card/${uuid}`);
  await expect(section(page, 'Карта студента')).toContainText('Действует до 30.09.');
  await expect(section(page, 'Проверка заявки')).toHaveCount(0);
  expect((await member.get('/s/v1/application')).body).toMatchObject({ status: 'active' });
});

test('a document opens for operators of its university who decide about applications', async ({
  page,
  request,
  server,
}) => {
  const member = await signInMember(request, server, '79320000102');
  const form = await applicationOf(member, 'Закрытова');
  expect((await member.send('POST', '/s/v1/application', form)).status).toBe(201);
  const stranger = await signInMember(request, server, '79330000103');
  const file = `/files/${form.document}`;
  expect((await member.get(file)).status).toBe(200);
  expect((await stranger.get(file)).status).toBe(404);

  await signIn(page, accounts.chairman);
  await openApplication(page, 'Закрытова');
  const path = `/v1/student/${uuidIn(page)}`;
  const link = (await (await call(page, 'GET', path)).json()).document as string;
  expect((await page.request.get(link)).status()).toBe(200);
  expect((await page.request.get(file)).status()).toBe(404); // no access without the signature
  for (const [account, status] of [
    [accounts.student2, 404],
    [accounts.univer, 403],
  ] as const) {
    await signIn(page, account);
    expect((await call(page, 'GET', path)).status(), account).toBe(status);
  }
});

test('a lost phone is reset, and its code is no longer valid', async ({
  page,
  request,
  server,
}) => {
  const member = await signInMember(request, server, '79000000001'); // the active student of the demo data
  const { body } = await member.send('POST', '/s/v1/card/device');
  const { handle, secret } = body as unknown as { handle: string; secret: string };
  const checked = async () => {
    const shown = await request.get(`${server.students}/C/${cardToken(handle, secret)}`);
    return (await shown.text()).match(/<h1>(.*)<\/h1>/)?.[1];
  };
  await expect.poll(checked).toMatch(/^Действует до 30\.09\.\d{4}$/);

  await signIn(page, accounts.student, `/?search=${encodeURI('Морозова Алина Игоревна')}`);
  await shownRows(page).first().getByRole('link').click();
  const card = section(page, 'Карта студента');
  await expect(card).toContainText(/Подключён \d\d\.\d\d\.\d{4}/);
  await button(page, 'Сбросить устройство').click();
  await expect(dialog(page)).toContainText('Морозова Алина Игоревна');
  await expect(dialog(page).getByRole('button', { name: 'Отменить' })).toBeFocused();
  await expectAccessible(page, 'reset');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  expect(await checked()).toContain('Действует'); // Esc has cancelled the reset
  await button(page, 'Сбросить устройство').click();
  await dialog(page).getByRole('button', { name: 'Сбросить устройство' }).click();
  await expectNotice(page, 'Устройство сброшено');
  await expect(card).toContainText('Карта не открыта ни на одном телефоне');
  await expect(button(page, 'Сбросить устройство')).toHaveCount(0);
  await expect(section(page, 'История')).toContainText('Устройство сброшено');
  expect(await checked()).not.toContain('Действует');
  expect((await member.send('POST', '/s/v1/card/device')).status).toBe(200); // the next phone gets the card
});
