// Applications and reviews one after another. The journeys decide for university B: others work with those of A.
import { russianKeys, withCtrl } from './support/keys';
import { inEveryView, noSideways } from './support/look';
import { call } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  goOffline,
  notices,
  type Page,
  signIn,
  test,
} from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const left = async (page: Page) =>
  Number(((await page.getByText(/^Осталось \d/).textContent()) ?? '').replace(/\D/g, ''));
const statusBadge = (page: Page) => page.getByText('На модерации', { exact: true });

/** A press within 350 ms after a card has appeared is the second half of a double press. */
const look = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 360)));

/** Waits for a card that has not been seen yet, for as long as a person needs to see it. */
async function nextCard(page: Page, before: string) {
  await expect(heading(page)).not.toHaveText(before);
  await expect(page.getByRole('region', { name: 'Личные данные' })).toBeVisible();
  await expect(button(page, 'Одобрить')).toBeEnabled();
  await look(page);
  return (await heading(page).textContent()) ?? '';
}

/** Opens the applications one after another. */
async function open(page: Page, login: string, search = '') {
  await signIn(page, login, `/application/round${search}`);
  return nextCard(page, '');
}

test('thirty applications by keyboard alone, in the Russian layout', async ({ page }) => {
  test.slow();
  await signIn(page, accounts.student2, '/application?sort=surname');
  const press = await russianKeys(page);
  const start = page.getByRole('link', { name: 'Разбирать подряд' });
  while (!(await start.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/application/round?sort=surname');
  let name = await nextCard(page, '');
  await expect(page.getByRole('navigation', { name: 'Ход разбора' })).toBeVisible(); // from 1440 px
  const first = await left(page);
  const seen = [name];
  for (let n = 1; n <= 30; n++) {
    if (n === 20) {
      await press('KeyR');
      await expect(page.getByLabel('Другая причина')).toBeFocused();
      await page.keyboard.type('Нет печати на справке');
      await page.keyboard.press('Control+Enter');
    } else await press(n % 3 === 0 ? 'Digit1' : 'KeyA');
    await expect.poll(() => left(page)).toBe(first - n);
    name = await nextCard(page, name);
    seen.push(name);
  }
  expect(new Set(seen).size).toBe(31);
  await expect(notices(page).getByRole('alert')).toHaveCount(0);

  await press('KeyZ'); // back to the thirtieth
  await expect(heading(page)).toHaveText(seen[29] ?? '');
  await expect.poll(() => left(page)).toBe(first - 29);
  await expect(statusBadge(page)).toBeVisible();
});

test('keys ignore modifiers, a second press and fields, and can be switched off', async ({
  page,
}) => {
  const name = await open(page, accounts.chairman2, '?direction=ASC');
  const press = await russianKeys(page);
  const first = await left(page);
  await press('KeyA', withCtrl);
  await expect(heading(page)).toHaveText(name);
  await press('KeyR');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Другая причина').fill('Печать не видна');
  await press('KeyA');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Отклонить' }).click();
  const second = await nextCard(page, name);
  await press('ArrowRight', { held: true });
  const third = await nextCard(page, second);
  // The second press is of the card that has not been seen. Both in one task: a busy machine would make two single presses.
  await page.evaluate(async () => {
    const key = { code: 'KeyA', key: 'ф', bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    await Promise.resolve(); // React renders the next card
    document.body.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  await nextCard(page, third);
  await expect.poll(() => left(page)).toBe(first - 2);

  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toContainText('Отменить последнее');
  await page.getByRole('link', { name: 'Как работать в консоли' }).click();
  await expect(heading(page)).toHaveText('Как работать в консоли');
  await expect(page.getByRole('heading', { name: 'Разбирать заявки подряд' })).toBeVisible();
  await expectAccessible(page, 'guide');

  await page.goto('/settings');
  const keys = page.getByRole('checkbox', { name: /^Работать в разборе подряд клавишами/ });
  await keys.click();
  await expect(keys).not.toBeChecked();
  await page.getByRole('link', { name: 'Заявки' }).click();
  await page.getByRole('link', { name: 'Разбирать подряд' }).click();
  const last = await nextCard(page, 'Заявки');
  await press('KeyA');
  await page.keyboard.press('Shift+?');
  await expect(heading(page)).toHaveText(last);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The switch belongs to the account, which other journeys use.
  await page.goto('/settings');
  const saved = page.waitForResponse('**/v1/settings/keys');
  await keys.click();
  expect((await saved).ok()).toBe(true);
});

test('a decision of somebody else is named, and without a network nothing is sent', async ({
  page,
  context,
}) => {
  const name = await open(page, accounts.student2);
  const press = await russianKeys(page);
  const answer = await call(page, 'PUT', '/v1/student/request/next', {});
  const [{ uuidUser }] = (await answer.json()).cards;
  const data = { uuidUser, newStatus: 'rejected', reasonText: 'Чёрный список' };
  expect((await call(page, 'PUT', '/v1/user/status', { data })).status()).toBe(200);

  await press('KeyA');
  const second = await nextCard(page, name);
  const alert = page.getByRole('alert').filter({ hasText: `Решение не сохранено: ${name}` });
  await expect(alert).toContainText('Последнее изменение:');
  await expectAccessible(page, 'failure');
  await alert.getByRole('button', { name: 'Вернуться к карточке' }).click();
  await expect(heading(page)).toHaveText(name);
  await expect(page.getByText('Заявка отклонена', { exact: true }).first()).toBeVisible();
  await nextCard(page, '');
  await press('ArrowRight');
  await nextCard(page, name);

  await goOffline(page);
  await press('KeyA');
  await expectNotice(page, /Проверьте интернет-соединение/);
  await expect(heading(page)).toHaveText(second);
  await context.setOffline(false);
});

test('reviews are published, rejected and answered in place', async ({ page }) => {
  await signIn(page, accounts.chairman2, '/feedbacks/round');
  const publish = button(page, 'Опубликовать');
  await expect(publish).toBeEnabled();
  await look(page);
  const before = await left(page);
  await page.getByLabel('Ваш ответ').fill('Спасибо за отзыв!');
  const press = await russianKeys(page);
  await page.getByRole('heading', { level: 1 }).click();
  await press('ArrowRight');
  await expectNotice(page, 'Ответ не сохранён');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Ответ сохранён');
  await expect(page.getByRole('region', { name: 'Ответ' })).toContainText('Спасибо за отзыв!');
  await press('KeyA');
  await expect.poll(() => left(page)).toBe(before - 1);
  await button(page, 'Отменить последнее').click();
  await expect.poll(() => left(page)).toBe(before);
  await expect(page.getByRole('region', { name: 'Ответ' })).toContainText('Спасибо за отзыв!');
  await expectAccessible(page, 'review');
});

inEveryView(() => {
  test('the look of working through applications', async ({ page }) => {
    await open(page, accounts.all, '?sort=surname');
    await noSideways(page);
    await expectAccessible(page, 'application');
    await button(page, 'Отклонить').click();
    await expectAccessible(page, 'reason');
  });

  test('the look of working through reviews', async ({ page }) => {
    await signIn(page, accounts.all, '/feedbacks/round');
    await expect(button(page, 'Опубликовать')).toBeEnabled();
    await noSideways(page);
    await expectAccessible(page, 'review');
  });
});
