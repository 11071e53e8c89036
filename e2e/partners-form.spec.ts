import { newPartner, partnerCard, tab } from './support/partners';
import { call, picture } from './support/students';
import {
  accounts,
  button,
  expect,
  expectNotice,
  field,
  type Page,
  signIn,
  test,
} from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const description = (page: Page) => page.getByRole('textbox', { name: 'Описание' });

test('a partner is created and completed until its card has no warning', async ({ page }) => {
  await signIn(page, accounts.univer);
  await page.getByRole('link', { name: 'Добавить партнёра' }).click();
  await expect(heading(page)).toHaveText('Добавление партнёра');

  // Empty and invalid fields have messages, and each kind has a banner.
  await field(page, 'E-mail').fill('не почта');
  await field(page, 'ИНН').pressSequentially('77-29 082091');
  await expect(field(page, 'ИНН')).toHaveValue('7729082091');
  await field(page, 'Сайт (http:// или https://)').fill('javascript:alert(1)');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Не заполнены поля')).toBeVisible();
  await expect(page.getByText('Неверный формат')).toBeVisible();
  await expect(page.getByText('Укажите название')).toBeVisible();
  await expect(page.getByText('Проверьте ИНН')).toBeVisible();
  await expect(field(page, 'Название')).toBeFocused();

  const name = 'Кофейня «Ёлка & <b>Палка</b>»';
  await field(page, 'Название').fill(name);
  await field(page, 'Юридическое название').fill('ООО «Ёлка»');
  await field(page, 'ИНН').fill('7729082090');
  await page.getByRole('combobox', { name: 'Основной город' }).fill('каза');
  await page.getByRole('option', { name: 'Казань' }).click();
  await page.getByLabel('Категория').selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Телефон' }).fill('89123456789');
  await field(page, 'E-mail').fill('elka@example.ru');
  await field(page, 'Сайт (http:// или https://)').fill('https://elka.example/');
  await field(page, 'ВКонтакте').fill('https://vk.com/elka');
  await description(page).click();
  await page.keyboard.type('Скидки ');
  await page.getByRole('button', { name: 'Полужирный' }).click();
  await page.keyboard.type('каждый день');
  await expect(page.getByText('Символов: 18 из 2 000')).toBeVisible();
  const files = page.locator('input[type=file]');
  await files.first().setInputFiles(picture('logo.png', 200));
  await files.last().setInputFiles(picture('key.png', 300));
  await expect(page.getByRole('img', { name: 'Логотип' })).toHaveAttribute('src', /^\/files\//);
  await expect(page.getByRole('img', { name: 'Ключевое' })).toHaveAttribute('src', /^\/files\//);
  await expect(page.getByText('Неверный формат')).toHaveCount(0);
  await button(page, 'Сохранить').click();

  await expect(page).toHaveURL(/\/partners\/card\/[\w-]+$/);
  await expect(page.getByText('Партнёр добавлен').first()).toBeVisible();
  await expect(heading(page)).toHaveText(`${name}: нет торговых точек и скидок`);
  await expect(heading(page)).toHaveAttribute('data-warns', 'true');
  const about = page.getByRole('region', { name: 'О партнёре' });
  await expect(about).toContainText('+7 912 345-67-89');
  await expect(about.getByRole('link', { name: 'elka@example.ru' })).toHaveAttribute(
    'href',
    'mailto:elka@example.ru',
  );
  await expect(about.getByRole('link', { name: 'vk.com/elka' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Описание' }).locator('strong')).toHaveText(
    'каждый день',
  );
  await expect(page.getByRole('img', { name: `Логотип: ${name}` })).toBeVisible();

  await button(page, 'Добавить скидку').click();
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog(page).getByText('Укажите размер скидки')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Размер скидки, %' }).fill('15');
  await dialog(page).getByRole('textbox', { name: 'Описание' }).fill('На всё меню');
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(heading(page)).toHaveText(`${name}: нет торговых точек`);

  await tab(page, 'Торговые точки').click();
  await button(page, 'Добавить город').click();
  await dialog(page).getByRole('button', { name: 'Далее' }).click();
  await expect(dialog(page).getByText('Выберите город')).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Город' }).fill('каза');
  await page.getByRole('option', { name: 'Казань' }).click();
  await dialog(page).getByRole('button', { name: 'Далее' }).click();
  await expect(dialog(page)).toContainText('Шаг 2 из 2 · Город: Казань');
  await dialog(page).getByRole('button', { name: 'Добавить ещё адрес' }).click();
  await expect(dialog(page).getByText('Необходимо заполнить все поля')).toBeVisible();
  const row = (n: number) => dialog(page).getByRole('group', { name: `Адрес ${n}` });
  await row(1).getByRole('combobox', { name: 'Адрес' }).fill('ул. Баумана, 5');
  await row(1).getByLabel('Будни: начало работы').selectOption('09:00');
  await row(1).getByLabel('Будни: конец работы').selectOption('18:00');
  await row(1).getByLabel('Выходные: начало работы').selectOption('Выходной');
  await dialog(page).getByRole('button', { name: 'Добавить ещё адрес' }).click();
  await expect(row(2).getByLabel('Будни: начало работы')).toHaveValue('09:00');
  await row(2).getByRole('combobox', { name: 'Адрес' }).fill('пр-т Победы, 91');
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await expectNotice(page, 'Торговые точки успешно добавлены');
  await expect(dialog(page)).toBeHidden();
  await expect(heading(page)).toHaveText(name);
  await expect(heading(page)).not.toHaveAttribute('data-warns', 'true');
  await expect(tab(page, 'Торговые точки')).toContainText('2');
  await expect(page.getByText('2 точки в 1 городе')).toBeVisible();
  await expect(page.getByText('Пн–Пт 9:00–18:00, Сб–Вс выходной')).toHaveCount(2);
});

test('a duplicate ИНН is a warning, not an error', async ({ page }) => {
  await signIn(page, accounts.all);
  const first = await newPartner(page, 'Первый с этим ИНН');
  const data = { ...first, inn: '7801002274' };
  expect((await call(page, 'PUT', `/v2/partner/${first.uuidPartner}`, { data })).status()).toBe(
    200,
  );
  const second = await newPartner(page, 'Второй с этим ИНН');
  await page.goto(`/partners/card/${second.uuidPartner}/edit`);
  await field(page, 'ИНН').fill('7801002274');
  await expect(page.getByText('Партнёр с таким ИНН уже есть')).toBeVisible();
  await expect(page.getByRole('link', { name: first.name })).toBeVisible();
  await button(page, 'Сохранить').click();
  await expect(page).toHaveURL(`/partners/card/${second.uuidPartner}`);
  // Its own ИНН is not a duplicate.
  await page.goto(`/partners/card/${first.uuidPartner}/edit`);
  await expect(page.getByRole('link', { name: second.name })).toBeVisible();
  await expect(page.getByRole('link', { name: first.name })).toHaveCount(0);
});

test('a too long description shows a message for six seconds and is not saved', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С длинным описанием');
  await page.goto(`/partners/card/${card.uuidPartner}/edit`);
  const words = page.getByText('Максимальное количество символов: 2000');
  const isSeen = expect(words).toBeVisible(); // looks from now on, or a busy machine may be late
  await description(page).click();
  await description(page).evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, 'ё'.repeat(2001));
  await isSeen;
  await expect(page.getByText('Символов: 2 001 из 2 000')).toBeVisible();
  await expect(words).toBeHidden();
  const isSeenAgain = expect(words).toBeVisible();
  await button(page, 'Сохранить').click();
  await isSeenAgain;
  await expect(description(page)).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await button(page, 'Сохранить').click();
  await expect(page).toHaveURL(`/partners/card/${card.uuidPartner}`);
});

test('a stale edit keeps the input and offers to reload', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Кафе «До правки»');
  await page.goto(`/partners/card/${card.uuidPartner}/edit`);
  await expect(field(page, 'Название')).toHaveValue(card.name);
  const data = { ...card, name: 'Кафе «Чужая правка»', email: 'other@example.ru' };
  expect((await call(page, 'PUT', `/v2/partner/${card.uuidPartner}`, { data })).status()).toBe(200);
  await field(page, 'Название').fill('Кафе «Моя правка»');
  await field(page, 'Юридическое название').fill('ООО «Моё»');
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toContainText('Данные уже изменены');
  await button(page, 'Загрузить изменения').click();
  await expect(field(page, 'Название')).toHaveValue('Кафе «Моя правка»');
  await expect(field(page, 'E-mail')).toHaveValue('other@example.ru');
  await expect(page.getByText('Сейчас сохранено: Кафе «Чужая правка»')).toBeVisible();
  await button(page, 'Сохранить').click();
  await expect(heading(page)).toContainText('Кафе «Моя правка»');
  const saved = await partnerCard(page, card.uuidPartner);
  expect(saved).toMatchObject({ name: 'Кафе «Моя правка»', email: 'other@example.ru' });
  await expect(page.getByRole('region', { name: 'История' })).toContainText(
    'Название: Кафе «Чужая правка» → Кафе «Моя правка»',
  );
});

test('leaving does not lose input', async ({ page }) => {
  await signIn(page, accounts.all, '/partners/new');
  await field(page, 'Название').fill('Не потерять');
  await page.getByRole('link', { name: 'Структура' }).click();
  await button(page, 'Остаться').click();
  await expect(field(page, 'Название')).toHaveValue('Не потерять');
  await button(page, 'Отменить').click();
  await button(page, 'Уйти').click();
  await expect(heading(page)).not.toHaveText('Добавление партнёра');
});
