import { addPoints, newPartner, openCard, partnerCard, somePartner, tab } from './support/partners';
import { call } from './support/students';
import { accounts, button, expect, expectNotice, type Page, signIn, test } from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });
const coordinates = (page: Page) => dialog(page).getByRole('textbox', { name: 'Координаты' });
const address = (page: Page) => dialog(page).getByRole('combobox', { name: 'Адрес' });
const marker = (page: Page) => dialog(page).getByRole('button', { name: /^Место на карте/ });

test('all addresses of a city are grouped by letter, searched, edited and deleted', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С адресами');
  const streets = ['Азбучная', 'Букварная', 'Баумана'];
  await addPoints(
    page,
    card,
    streets.map((street) => `ул. ${street}, 1`),
  );
  await openCard(page, card.uuidPartner, 'points');
  await expect(page.getByText('3 точки в 1 городе')).toBeVisible();
  await button(page, 'Все адреса: Казань').click();
  await expect(dialog(page).getByRole('region', { name: 'Б' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await dialog(page).getByRole('textbox', { name: 'Поиск по адресам' }).fill('букв');
  await expect(dialog(page).getByText('Найдено: 1')).toBeVisible();
  await expect(dialog(page).getByText('ул. Букварная, 1')).toBeVisible();

  // The dialog of a point returns to the search it was opened from.
  await inDialog(page, 'Редактировать точку: ул. Букварная, 1').click();
  await address(page).fill('ул. Букварная, 2');
  await inDialog(page, 'Сохранить').click();
  await expectNotice(page, 'Торговая точка успешно сохранена');
  await expect(dialog(page).getByText('ул. Букварная, 2')).toBeVisible();
  await expect(dialog(page).getByRole('textbox', { name: 'Поиск по адресам' })).toHaveValue('букв');
  await inDialog(page, 'Удалить точку: ул. Букварная, 2').click();
  await expect(inDialog(page, 'Отменить')).toBeFocused();
  await inDialog(page, 'Удалить').click();
  await expect(dialog(page).getByText('Такого адреса нет.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tab(page, 'Торговые точки')).toContainText('2');
});

test('a point that a colleague has changed is not overwritten', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С общей точкой');
  await addPoints(page, card, ['ул. Первая, 1']);
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Редактировать точку: ул. Первая, 1').click();
  await address(page).fill('ул. Моя, 2');
  const [city] = await (
    await call(page, 'PUT', `/v1/salepoint/${card.uuidPartner}`, { data: {} })
  ).json();
  const [{ uuidSalePoint, workTime }] = city.salePoints;
  const geo = { latitude: 55.8, longitude: 49.1 };
  const data = [{ uuidSalePoint, workTime, address: 'ул. Чужая, 3', geo }];
  expect((await call(page, 'PUT', '/v2/partner/points/edit', { data })).status()).toBe(200);

  await inDialog(page, 'Сохранить').click();
  await button(page, 'Загрузить изменения').click();
  await expect(dialog(page).getByText('Сейчас сохранено: ул. Чужая, 3')).toBeVisible();
  await expect(address(page)).toHaveValue('ул. Моя, 2');
  await expect(coordinates(page)).toHaveValue('55.800000, 49.100000'); // the colleague's
  await inDialog(page, 'Сохранить').click();
  await expectNotice(page, 'Торговая точка успешно сохранена');
  await expect(button(page, 'Редактировать точку: ул. Моя, 2')).toBeVisible();
});

test('a city shows five addresses, the others on demand', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Сеть с адресами');
  const streets = ['Первая', 'Вторая', 'Третья', 'Четвёртая', 'Пятая', 'Шестая', 'Седьмая'];
  await addPoints(
    page,
    card,
    streets.map((street) => `ул. ${street}, 1`),
  );
  await openCard(page, card.uuidPartner, 'points');
  const addresses = page.getByRole('button', { name: /^Редактировать точку/ });
  await expect(addresses).toHaveCount(5);
  await expect(page.getByText('Ежедневно 10:00–20:00')).toHaveCount(5);
  await button(page, 'Показать ещё адреса: Казань').press('Enter');
  await expect(addresses).toHaveCount(7);
  await expect(button(page, 'Показать ещё адреса: Казань')).toHaveCount(0);
});

test('a point is added with its place and hours, by mouse and by keyboard', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С картой');
  await addPoints(page, card, ['ул. Первая, 1']);
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Добавить точку: Казань').click();
  await expect(inDialog(page, 'Сохранить')).toBeDisabled(); // the address is still empty
  await address(page).fill('ул. Новая, 7');
  await expect(marker(page)).toHaveCount(0);
  await inDialog(page, 'Найти на карте').click();
  await expect(marker(page)).toBeVisible();
  await expect(coordinates(page)).toHaveValue(/^55\.\d{6}, 49\.\d{6}$/); // the centre of Kazan: the geocoder is offline

  const found = await coordinates(page).inputValue();
  await marker(page).hover(); // it is at rest
  const box = await marker(page).boundingBox();
  if (!box) throw new Error('no marker');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect(coordinates(page)).not.toHaveValue(found);
  const dragged = await coordinates(page).inputValue();
  await marker(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(coordinates(page)).not.toHaveValue(dragged);
  await coordinates(page).fill('где-то');
  await coordinates(page).blur();
  await expect(dialog(page).getByText('Укажите широту и долготу')).toBeVisible();
  await coordinates(page).fill('55,790000 49,120000');
  await coordinates(page).press('Enter');
  await expect(coordinates(page)).toHaveValue('55.790000, 49.120000');

  await inDialog(page, 'Сохранить').click();
  await expect(dialog(page).getByText('Укажите часы работы')).toBeVisible();
  await dialog(page).getByText('По дням').click();
  await dialog(page).getByLabel('Понедельник: начало работы').selectOption('10:00');
  await dialog(page).getByLabel('Понедельник: конец работы').selectOption('19:30');
  await inDialog(page, 'Скопировать на другие дни: Понедельник').click();
  await page.getByRole('menuitem', { name: 'На все дни' }).click();
  await expect(dialog(page).getByLabel('Воскресенье: конец работы')).toHaveValue('19:30');
  await dialog(page).getByLabel('Воскресенье: начало работы').selectOption('Круглосуточно');
  await expect(dialog(page).getByLabel('Воскресенье: конец работы')).toHaveCount(0);
  await inDialog(page, 'Сохранить').click();
  await expectNotice(page, 'Торговая точка успешно добавлена');
  await button(page, 'Все адреса: Казань').click();
  await expect(dialog(page).getByText('Пн–Сб 10:00–19:30, Вс круглосуточно')).toBeVisible();
  expect((await partnerCard(page, card.uuidPartner)).countSalePoints).toBe(2);
});

test('a point can be saved by hand if the geocoder fails', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Без геокодера');
  await addPoints(page, card, ['ул. Первая, 1']);
  await page.route('**/v1/geo/**', (route) => route.fulfill({ status: 503, json: {} }));
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Добавить точку: Казань').click();
  await address(page).fill('ул. Ручная, 3');
  await inDialog(page, 'Найти на карте').click();
  await expect(dialog(page).getByText(/^Поиск адресов не отвечает/)).toBeVisible();
  await dialog(page).getByLabel('Будни: начало работы').selectOption('Круглосуточно');
  await dialog(page).getByLabel('Выходные: начало работы').selectOption('Выходной');
  await inDialog(page, 'Сохранить').click();
  await expectNotice(page, 'Торговая точка успешно добавлена');
  await button(page, 'Все адреса: Казань').click();
  await expect(dialog(page).getByText('Место на карте не отмечено')).toBeVisible();
});

test('the geocoder suggests addresses, also for a moved marker', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С подсказками');
  await addPoints(page, card, ['ул. Первая, 1']);
  await page.route('**/v1/geo/search*', (route) =>
    route.fulfill({
      json: [{ address: 'ул. Подсказанная, 12', latitude: 55.8, longitude: 49.1 }],
    }),
  );
  await page.route('**/v1/geo/reverse*', (route) =>
    route.fulfill({ json: { address: 'ул. Обратная, 9' } }),
  );
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Добавить точку: Казань').click();
  await address(page).pressSequentially('подска');
  await page.getByRole('option', { name: 'ул. Подсказанная, 12' }).click();
  await expect(address(page)).toHaveValue('ул. Подсказанная, 12');
  await expect(coordinates(page)).toHaveValue('55.800000, 49.100000');
  await address(page).fill('ул. Своя, 1');
  await coordinates(page).fill('55.81, 49.11');
  await coordinates(page).press('Enter');
  await expect(dialog(page).getByText('Адрес по отметке на карте: ул. Обратная, 9')).toBeVisible();
  await expect(address(page)).toHaveValue('ул. Своя, 1');
  await inDialog(page, 'Подставить').click();
  await expect(address(page)).toHaveValue('ул. Обратная, 9');
});

test('the wizard keeps its input on the way back and discards it when closed', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С мастером');
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'Добавить город').click();
  const city = dialog(page).getByRole('combobox', { name: 'Город' });
  await city.fill('томск');
  await page.getByRole('option', { name: 'Томск' }).click();
  await inDialog(page, 'Далее').click();
  await address(page).fill('ул. Забытая, 1');
  await inDialog(page, 'Назад').click();
  await expect(city).toHaveValue('Томск');
  await inDialog(page, 'Далее').click();
  await expect(address(page)).toHaveValue('ул. Забытая, 1');
  await page.keyboard.press('Escape');
  await button(page, 'Не сохранять').click();
  await expect(dialog(page)).toBeHidden();
  await button(page, 'Добавить город').click();
  await expect(city).toHaveValue('');
});

test('a failed list of addresses closes its dialog with a message', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Со сбоем адресов');
  await addPoints(page, card, ['ул. Первая, 1']);
  await openCard(page, card.uuidPartner, 'points');
  await page.route('**/v1/salepoint/*/*', (route) => route.fulfill({ status: 404, json: {} }));
  await button(page, 'Все адреса: Казань').click();
  await expectNotice(page, 'Не найдено.');
  await expect(dialog(page)).toBeHidden();
});

test('all points of a large network are on one map', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await somePartner(page, ({ countSalePoints }) => countSalePoints > 100);
  await openCard(page, card.uuidPartner, 'points');
  await button(page, 'На карте').click();
  const map = dialog(page).getByRole('application', { name: 'Карта' });
  const cluster = map.getByRole('button', { name: /^Точек здесь: \d+/ });
  await expect(cluster.first()).toBeVisible();
  await expect(map.getByRole('button', { name: 'Приблизить', exact: true })).toBeVisible();
  const pin = map.locator('.leaflet-marker-icon:not([title^="Точек"])');
  const shown = () =>
    map
      .locator('.leaflet-marker-icon')
      .evaluateAll((icons) => icons.map((icon) => icon.outerHTML).join());
  for (let i = 0; i < 8 && (await pin.count()) === 0; i += 1) {
    const before = await shown();
    const aside = i % 2 ? 8 : 24; // never at the last position, which would be a double click
    await cluster.first().click({ position: { x: aside, y: aside } });
    await expect.poll(shown).not.toBe(before);
  }
  await dialog(page).getByRole('heading').first().click(); // else the next click could be the second half of a double click
  await pin.first().click();
  const words = await map.locator('.leaflet-popup strong').textContent();
  await map.getByRole('button', { name: 'Открыть в списке' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Поиск по адресам' })).toHaveValue(
    words ?? '',
  );
  await expect(
    dialog(page)
      .getByText(words ?? '')
      .first(),
  ).toBeVisible();
});
