import { inEveryView, noSideways } from './support/look';
import { openCard, somePartner, tab } from './support/partners';
import { shownRows } from './support/students';
import { accounts, button, expect, expectAccessible, signIn, test } from './support/test';

inEveryView(() => {
  test('the list of partners and the form are accessible', async ({ page }) => {
    await signIn(page, accounts.all, '/partners');
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'partners');
    await noSideways(page);
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    await expect(page.getByRole('group', { name: 'Категория' })).toBeVisible();
    await expectAccessible(page, 'filters');
    await page.goto('/partners/new');
    await button(page, 'Сохранить').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectAccessible(page, 'form with errors');
    await noSideways(page);
  });

  test('every tab of a partner is accessible, the map too', async ({ page }) => {
    await signIn(page, accounts.all);
    const { uuidPartner } = await somePartner(
      page,
      ({ countSalePoints, countComments, countDiscounts }) =>
        countSalePoints > 1 && countComments > 0 && countDiscounts > 0,
    );
    await openCard(page, uuidPartner);
    await expect(page.getByText('Партнёр добавлен')).toBeVisible();
    for (const word of [
      'Скидки',
      'Акции',
      'Торговые точки',
      'Фото',
      'Отзывы',
      'Жалобы',
      'Вакансии',
    ]) {
      await tab(page, word).click();
      await expect(page.getByRole('tabpanel').locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page, word);
      await noSideways(page);
    }
    await tab(page, 'Торговые точки').click();
    await button(page, 'На карте').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'map');
  });
});
