// Discounts, partners and promotions in the students' app.
import {
  apply,
  becomeActive,
  claims,
  decide,
  expire,
  kept,
  promotionWith,
  refuse,
  signInApp,
  test,
} from './support/app';
import { inEveryAppView } from './support/look';
import { button, expect, expectAccessible, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

const offers = (page: Page) => page.getByRole('main').getByRole('article');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const moscow = { latitude: 55.75, longitude: 37.61 };

test('a guest browses discounts and sees how to get a code', async ({ page, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Скидки' }).click();
  await heading(page, 'Скидки');
  await expect(offers(page).first()).toBeVisible();
  await expect(chip(page, 'Избранное')).toHaveCount(0);
  await page.getByRole('searchbox').fill('РЕСТОРАН северный');
  await expect(offers(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Ресторан «Северный причал»' }).click();
  await heading(page, 'Ресторан «Северный причал»');
  await expect(page.getByRole('region', { name: 'Скидки по карте' })).toContainText('−20\u00a0%');
  await expect(page.getByRole('region', { name: 'Отзывы' })).toContainText('после входа');
  await button(page, 'Назад').click();
  await expect(page.getByRole('searchbox')).toHaveValue('РЕСТОРАН северный');

  const { id, name } = await promotionWith(page, server, 1);
  await page.goto(`/offers/promotions/${id}`);
  await heading(page, name);
  await expect(page.getByText('Коды получают студенты с картой')).toBeVisible();
  await button(page, 'Войти').click();
  await heading(page, 'Карта студента в телефоне');
});

test('an empty result says what to do', async ({ page }) => {
  await page.goto('/offers?search=нет-такого-партнёра');
  await expect(page.getByText('Ничего не нашлось')).toBeVisible();
  await button(page, 'Сбросить всё').click();
  await expect(offers(page).first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('near me sorts by distance, survives a reload and combines with open now', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(moscow);
  await page.goto('/offers');
  await chip(page, 'Рядом').click();
  await expect(offers(page).first()).toContainText('240 м');
  await expect.poll(() => kept(page)).toContain('"near":{');
  await page.reload();
  await expect(offers(page).first()).toContainText('240 м');
  await chip(page, 'Открыто сейчас').click();
  await expect(chip(page, 'Открыто сейчас')).toHaveAttribute('aria-pressed', 'true');
  await expect(offers(page).filter({ hasText: 'Закрыто' })).toHaveCount(0);
  await chip(page, 'Рядом').click();
  await expect(chip(page, 'Открыто сейчас')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Рядом').click();
  await chip(page, 'Открыто сейчас').click();
  await page.getByRole('link', { name: 'Ресторан «Северный причал»' }).click();
  await expect(page.getByRole('region', { name: 'Где это' })).toContainText('240 м');
});

test('while nothing near is open, the list says so and offers more', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(moscow);
  let pages = 0;
  await page.route('**/s/v1/partners?*', async (route) => {
    pages += 1;
    const url = new URL(route.request().url());
    url.searchParams.delete('after');
    const response = await route.fetch({ url: url.href });
    await route.fulfill({ response, json: { items: [], next: 'more' } }); // a city without end
  });
  await page.goto('/offers');
  await chip(page, 'Открыто сейчас').click();
  await expect(page.getByText('Среди показанных партнёров открытых сейчас нет.')).toBeVisible();
  await chip(page, 'Рядом').click();
  await expect(page.getByText('Среди ближайших партнёров открытых сейчас нет.')).toBeVisible();
  await expect(button(page, 'Показать ещё')).toBeEnabled();
  const seen = pages;
  await button(page, 'Показать ещё').click();
  await expect.poll(() => pages).toBeGreaterThan(seen);
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // a page may still be loading
});

test('a server that does not answer counts as no network, until it answers', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(moscow);
  await page.goto('/offers');
  await chip(page, 'Рядом').click();
  await expect(offers(page).first()).toContainText(/Открыто|Закрыто/);
  await expect.poll(() => kept(page)).toMatch(/"distance":2[34]\d/);
  await page.route('**/s/v1/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();
  await expect(offers(page).first()).toContainText('240 м');
  await expect(page.getByText(/Открыто|Закрыто/)).toHaveCount(0);
  await page.unroute('**/s/v1/**');
  await expect(page.getByText('Нет связи, показано сохранённое')).toHaveCount(0); // without a tap
  await expect(offers(page).first()).toContainText(/Открыто|Закрыто/);
});

test('open now needs no location', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/s/v1/partners?')) asked.push(new URL(request.url()).search);
  });
  await page.goto('/offers');
  await expect(offers(page).first()).toBeVisible();
  await chip(page, 'Открыто сейчас').click();
  await expect.poll(() => asked.at(-1)).toContain('openNow=true');
  await expect(page.getByRole('status', { name: 'Загружаем…' })).toHaveCount(0);
  await expect(
    offers(page)
      .filter({ hasText: 'Открыто' })
      .first()
      .or(page.getByText(/^Открытых сейчас нет$/)),
  ).toBeVisible();
  await expect(offers(page).filter({ hasNotText: 'Открыто' })).toHaveCount(0);
  await chip(page, 'Город').click();
  await page.getByRole('dialog').getByRole('searchbox').fill('москв');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Москва/ })
    .click();
  await expect.poll(() => asked.at(-1)).toMatch(/city=.*openNow=true|openNow=true.*city=/);
  await expect(chip(page, 'Открыто сейчас')).toHaveAttribute('aria-pressed', 'true');
  await expect(offers(page).filter({ hasNotText: 'Москва' })).toHaveCount(0);
});

test('without a location the student chooses a city', async ({ page }) => {
  await page.goto('/offers');
  await chip(page, 'Рядом').click();
  await expect(page.getByText('Выберите город: покажем')).toBeVisible();
  await expect(chip(page, 'Рядом')).toHaveAttribute('aria-pressed', 'false');
  await button(page, 'Выбрать город').click();
  await page.getByRole('dialog').getByRole('searchbox').fill('казан');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Казань/ })
    .click();
  await expect(chip(page, 'Казань')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Выберите город: покажем')).toBeHidden();
  await expect(offers(page).first()).toBeVisible();
});

test('the list loads on scrolling, and Back restores the position', async ({ page }) => {
  await page.goto('/offers');
  await expect(offers(page)).toHaveCount(20);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(offers(page)).toHaveCount(40);
  const far = offers(page).nth(33);
  await far.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  const name = (await far.getByRole('heading').textContent()) ?? '';
  await far.getByRole('link').click();
  await heading(page, name);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await button(page, 'Назад').click();
  await heading(page, 'Скидки');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await far.getByRole('link').click();
  await heading(page, name);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('favourites are stored, and a failed change is rolled back', async ({ page, server }) => {
  await signInApp(page, server);
  await page.goto('/offers');
  const first = offers(page).first();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await first.getByRole('button', { name: `В избранное: ${name}` }).dblclick(); // one request for a double click
  await expect(first.getByRole('button', { name: /^Убрать из избранного/ })).toBeVisible();
  await chip(page, 'Избранное').click();
  await expect(offers(page)).toHaveCount(1);
  await page.getByRole('link', { name }).click();
  await page.route('**/s/v1/favourites/*', (route) => route.abort());
  await button(page, `Убрать из избранного: ${name}`).click();
  await expect(page.getByText('Избранное не сохранилось')).toBeVisible();
  await expect(button(page, `Убрать из избранного: ${name}`)).toBeVisible();
  await page.unroute('**/s/v1/favourites/*');
  await button(page, `Убрать из избранного: ${name}`).click();
  await expect(button(page, `В избранное: ${name}`)).toBeVisible();
  await button(page, 'Назад').click();
  await expect(page.getByText('В избранном пусто')).toBeVisible();
});

test('students without an active card see discounts and how to get a code', async ({
  page,
  server,
}) => {
  const phone = await signInApp(page, server);
  const promotion = await promotionWith(page, server, 1);
  const sees = async (words: string, way: string) => {
    await page.goto(`/offers/promotions/${promotion.id}`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(button(page, way)).toBeVisible();
    await expect(button(page, 'Получить код')).toHaveCount(0);
    await expectAccessible(page, `promotion: ${words}`);
    await page.goto(`/offers/partners/${promotion.partner.id}`);
    await expect(page.getByText('Отзывы пишут студенты с действующей картой.')).toBeVisible();
    await expect(button(page, 'Показать карту')).toHaveCount(0);
    await expectAccessible(page, `partner: ${words}`);
    await page.goto('/offers');
    await expect(offers(page).first()).toBeVisible();
    await page.goto('/codes');
    await expect(page.getByText('Коды появятся вместе с картой')).toBeVisible();
    await expectAccessible(page, `codes: ${words}`);
    await page.goto('/news');
    await expect(page.getByText('Новости вашего университета откроются с картой')).toBeVisible();
    await expectAccessible(page, `news: ${words}`);
    await page.goto('/profile');
    await heading(page, 'Профиль');
    await expectAccessible(page, `profile: ${words}`);
  };
  await sees('Подайте заявку на карту', 'Получить карту');
  await apply(page, server);
  await sees('Заявка у оператора.', 'Посмотреть заявку');
  await decide(page, server, phone, { newStatus: 'rejected', reasonText: 'Фото' });
  await sees('Заявку вернули.', 'Исправить заявку');
  await apply(page, server, {}, 'PUT');
  await decide(page, server, phone, { newStatus: 'active' });
  await expire(page, server, phone);
  await sees('Срок карты истёк.', 'Продлить карту');
  await decide(page, server, phone, { newStatus: 'blocked', reasonText: 'Отчислена' });
  await sees('Карта заблокирована.', 'Узнать причину');
});

inEveryAppView((look) => {
  test('discounts, partner, promotion and codes', async ({ page, server, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(moscow);
    await becomeActive(page, server);
    const promotion = await promotionWith(page, server, 1);
    await page.goto('/codes');
    await expect(page.getByText('Кодов пока нет')).toBeVisible();
    await look(page, 'codes-empty');
    await page.goto('/offers');
    await chip(page, 'Рядом').click();
    await expect(offers(page).first()).toContainText('240 м');
    await look(page, 'offers');
    await chip(page, 'Город').click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await look(page, 'city');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ресторан «Северный причал»' }).click();
    await expect(page.getByText('Ответ программы').first()).toBeVisible();
    await look(page, 'partner');
    await button(page, 'Написать отзыв').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отправить' }).click();
    await expect(page.getByText('Поставьте от одной до пяти звёзд.')).toBeVisible();
    await look(page, 'review');
    await page.keyboard.press('Escape');
    await button(page, 'Пожаловаться').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, 'complaint');
    await page.goto('/offers/promotions');
    await heading(page, 'Акции с промокодами');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await look(page, 'promotions');
    await page.goto(`/offers/promotions/${promotion.id}`);
    await expect(button(page, 'Получить код')).toBeVisible();
    await look(page, 'promotion');
    await page.route(claims, (route) => refuse(route, 'ended', 'Акция уже закончилась.'));
    await button(page, 'Получить код').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look(page, 'refusal');
    await page.unroute(claims);
    await page.route(claims, (route) =>
      route.fulfill({ status: 202, json: { place: 44, retryAfter: 60 } }),
    );
    await page.reload();
    await button(page, 'Получить код').click();
    await expect(page.getByText('44-е место')).toBeVisible();
    await look(page, 'line');
    await page.unroute(claims);
    await page.reload(); // retries automatically
    await expect(page.getByRole('region', { name: 'Ваш код' })).toBeVisible();
    await look(page, 'code');
    await page.goto('/codes');
    await expect(page.getByRole('article')).toBeVisible();
    await look(page, 'codes');
  });
});
