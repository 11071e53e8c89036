import { inEveryView, noSideways } from './support/look';
import { addPoints, newPartner, openCard } from './support/partners';
import {
  accounts,
  button,
  clickAside,
  expect,
  expectAccessible,
  expectNotice,
  goOffline,
  type Page,
  signIn,
  test,
} from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });

test('a till is paired by its code, listed and unpaired', async ({ page, server }) => {
  await signIn(page, accounts.univer);
  const card = await newPartner(page, 'С кассами');
  await addPoints(page, card, ['ул. Кассовая, 1']);
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Кассы: ул. Кассовая, 1').click();
  await expect(dialog(page).getByText('Подключённых касс пока нет.')).toBeVisible();
  await inDialog(page, 'Подключить кассу').click();
  const panel = dialog(page).getByRole('region', { name: 'Подключение кассы' });
  const code = (await panel.getByText(/^\d{3} \d{3}$/).textContent()) ?? '';
  await expect(panel.getByRole('textbox')).toHaveValue(
    new RegExp(`^${server.students}/t#[0-9A-Z]{16}$`),
  );
  await expect(dialog(page).getByText('Ожидает подключения')).toBeVisible();
  await expectAccessible(page, 'tills');

  const paired = await page.request.post(`${server.students}/t/v1/pair`, { data: { code } });
  expect(paired.status()).toBe(200);
  await expect(dialog(page).getByText('Касса подключена.')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(dialog(page).getByText(/^Подключена \d\d\.\d\d\.\d{4}/)).toBeVisible();
  const check = () =>
    page.request.post(`${server.students}/t/v1/check`, {
      data: { number: '1000000008' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
  expect((await check()).status()).toBe(200);

  await inDialog(page, 'Отключить кассу 1').click();
  await expect(inDialog(page, 'Отменить')).toBeFocused();
  await page.keyboard.press('Escape'); // back to the tills
  await inDialog(page, 'Отключить кассу 1').click();
  await inDialog(page, 'Отключить').click();
  await expectNotice(page, 'Касса отключена');
  await expect(dialog(page).getByText('Подключённых касс пока нет.')).toBeVisible();
  expect((await check()).status()).toBe(401);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('an invitation is withdrawn from the list of all addresses', async ({ page, server }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С приглашением');
  await addPoints(page, card, ['ул. Первая, 1', 'ул. Вторая, 2']);
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Все адреса: Казань').click();
  await inDialog(page, 'Кассы: ул. Вторая, 2').click();
  await inDialog(page, 'Подключить кассу').click();
  const link = await dialog(page).getByRole('textbox').inputValue();
  await inDialog(page, 'Отозвать приглашение кассы 1').click();
  await inDialog(page, 'Отозвать').click();
  await expectNotice(page, 'Приглашение отозвано');
  const refused = await page.request.post(`${server.students}/t/v1/pair`, {
    data: { link: link.split('#')[1] },
  });
  expect(refused.status()).toBe(401);
  await expect(dialog(page).getByText('Подключённых касс пока нет.')).toBeVisible();
  await page.keyboard.press('Escape'); // back to the addresses
  await expect(dialog(page).getByText('ул. Первая, 1')).toBeVisible();
});

inEveryView((view) => {
  test('the dialog of tills: double click, offline, Esc, Back', async ({ page, context }) => {
    await signIn(page, accounts.all);
    const card = await newPartner(page, `Нетерпеливый, ${view}`);
    await addPoints(page, card, ['ул. Двойная, 2']);
    await openCard(page, card.uuidPartner, 'points');
    await button(page, 'Кассы: ул. Двойная, 2').click();
    await inDialog(page, 'Подключить кассу').dblclick();
    const panel = dialog(page).getByRole('region', { name: 'Подключение кассы' });
    await expect(panel).toBeVisible();
    await expect(dialog(page).getByText('Ожидает подключения')).toHaveCount(1);
    await noSideways(page);
    await expectAccessible(page, 'an invitation');

    await goOffline(page);
    await clickAside(inDialog(page, 'Ещё одна касса'));
    await expectNotice(page, 'Не удалось связаться с сервером');
    await context.setOffline(false);
    await expect(dialog(page).getByText('Ожидает подключения')).toHaveCount(1);

    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await button(page, 'Кассы: ул. Двойная, 2').click();
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
  });
});

test('a student without a phone has a valid card and nothing to reset', async ({ page }) => {
  await signIn(page, accounts.all, '/?search=Озерский Артём Дмитриевич');
  await page.locator('[data-row]').first().getByRole('link').click();
  const section = page.getByRole('region', { name: 'Карта студента' });
  await expect(section.getByText(/^(Действует до|Истекла) 30\.09\.\d{4}$/)).toBeVisible();
  await expect(section.getByText('Карта не открыта ни на одном телефоне')).toBeVisible();
  await expect(button(page, 'Сбросить устройство')).toHaveCount(0);
});
