import { inEveryView, noSideways } from './support/look';
import { csv, somePromotion } from './support/promotions';
import { shownRows } from './support/students';
import { accounts, button, expect, expectAccessible, signIn, test } from './support/test';

inEveryView(() => {
  test('the list is accessible, popups too', async ({ page }) => {
    await signIn(page, accounts.all, '/promotions');
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'promotions');
    await noSideways(page);
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    await expect(page.getByRole('radio', { name: 'Идёт' })).toBeVisible();
    await expectAccessible(page, 'filters');
    await page.keyboard.press('Escape');
    await button(page, 'Проверить код').click();
    await page.getByRole('textbox', { name: 'Промокод' }).fill('нет');
    await page.keyboard.press('Enter');
    await expect(page.getByText('нет ни в одной акции')).toBeVisible();
    await expectAccessible(page, 'code');
  });

  test('a card is accessible, with its popup and its statistics', async ({ page }) => {
    await signIn(page, accounts.all);
    const blocked = await somePromotion(page, { status: 'blocked' });
    await page.goto(`/promotions/card/${blocked.uuidStock}`);
    await expect(page.getByText('Причина блокировки')).toBeVisible();
    await expect(page.getByText('Доступно', { exact: true })).toBeVisible();
    await expect(page.getByText('Акция добавлена')).toBeVisible();
    await expectAccessible(page, 'card');
    await noSideways(page);
    await button(page, 'Подробнее').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'details');
    const used = await somePromotion(page, {}, ({ usedCodesCount }) => usedCodesCount > 0);
    await page.goto(`/promotions/card/${used.uuidStock}/statistic`);
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'statistics');
    await noSideways(page);
  });

  test('the partner’s tab and the form are accessible', async ({ page }) => {
    await signIn(page, accounts.all);
    const { partner, name } = await somePromotion(page, { status: 'active' });
    const card = `/partners/card/${partner.uuidPartner}`;
    await page.goto(`${card}?tab=promotions`);
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
    await expectAccessible(page, 'tab');
    await noSideways(page);
    await page.goto(`${card}/newStock`);
    await button(page, 'Сохранить').click();
    await page.locator('input[type=file]').setInputFiles(csv(['A-1', '1,2E+12', 'Ы Ы']));
    await expect(page.getByText('Возможно, файл испорчен')).toBeVisible();
    await expectAccessible(page, 'form with errors and a checked file');
    await noSideways(page);
  });
});
