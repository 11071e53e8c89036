// Putting the app on the phone's screen, offered right after the approval (rules 29.12).
import { apply, decide, kept, qr, signInApp, test } from './support/app';
import type { Server } from './support/server';
import { button, expect, expectAccessible, field, type Page } from './support/test';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Карта в одно касание' });

async function waitForApproval(page: Page, server: Server) {
  const phone = await signInApp(page, server);
  await apply(page, server);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Заявка у оператора' })).toBeVisible();
  return phone;
}

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  });

  test('a sheet shows the way right after the approval, once', async ({ page, server }) => {
    const phone = await waitForApproval(page, server);
    await expect(sheet(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Профиль' }).click(); // it is not spent there
    await button(page, 'Добавить на экран телефона').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    await page.goto('/');
    await decide(page, server, phone, { newStatus: 'active' });
    await button(page, 'Проверить сейчас').click();
    await expect(sheet(page).getByRole('listitem')).toHaveText([
      'Нажмите «Поделиться» в браузере',
      'Выберите «На экран „Домой“»',
      'Откройте СтудБонус с экрана, войдите ещё раз и нажмите «Показывать карту здесь»',
    ]);
    await expectAccessible(page, 'install sheet');
    await button(page, 'Закрыть').click();
    await expect.poll(() => kept(page)).toContain('installOffered');
    const cookies = await page.context().cookies();
    await page.context().clearCookies(); // the session ends
    await page.reload();
    await expect(field(page, 'Номер телефона')).toBeVisible();
    await page.context().addCookies(cookies); // the same member signs in again
    await page.reload();
    await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible();
    await button(page, 'Добавить на экран телефона').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Профиль' }).click();
    await button(page, 'Добавить на экран телефона').click();
    await expect(sheet(page)).toBeVisible();
  });
});

test('in Chromium the sheet leads to the browser’s own question', async ({ page, server }) => {
  const phone = await waitForApproval(page, server);
  await page.evaluate(() => {
    const prompt = async () => {
      Object.assign(window, { isAsked: true });
      return { outcome: 'accepted' };
    };
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }),
    );
  });
  await decide(page, server, phone, { newStatus: 'active' });
  await button(page, 'Проверить сейчас').click();
  await sheet(page).getByRole('button', { name: 'Добавить на экран телефона' }).click();
  await expect.poll(() => page.evaluate(() => 'isAsked' in window)).toBe(true);
  await expect(sheet(page)).toHaveCount(0);
  await expect(qr(page)).toBeVisible();
});
