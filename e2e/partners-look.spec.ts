import { inEveryView, noSideways } from './support/look';
import { newPartner, openCard, somePartner, tab } from './support/partners';
import { call, picture, shownRows } from './support/students';
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

test('the tabs start on the first screen, whatever the length of the details', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Кофейня «Всё обо всём»');
  const sent = picture('wide.png', 300);
  const upload = await page.request.post('/v2/upload-photo', {
    headers: {
      'X-Access-Token': await page.evaluate(() => localStorage.getItem('accessToken') ?? ''),
    },
    multipart: { imageFile: sent },
  });
  const { keyFile } = await upload.json();
  const networks = ['vk', 'instagram', 'fb', 'twitter'];
  const saved = await call(page, 'PUT', `/v2/partner/${card.uuidPartner}`, {
    data: {
      ...card,
      description: `<p>${'Очень длинное описание. '.repeat(80)}</p>`,
      keyImg: keyFile,
      socialNetworks: networks.map((type) => ({ type, link: `https://example.ru/${type}` })),
    },
  });
  expect(saved.status()).toBe(200);
  await openCard(page, card.uuidPartner);
  const top = async () => (await page.getByRole('tablist').boundingBox())?.y ?? 0;
  await expect.poll(top).toBeLessThan(760);
  await button(page, 'Показать полностью').click();
  await expect(button(page, 'Свернуть')).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(top).toBeGreaterThan(760);
});
