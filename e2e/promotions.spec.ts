import { csv, newPromotion, somePartner } from './support/promotions';
import { call } from './support/students';
import {
  accounts,
  button,
  clickAside,
  expect,
  expectNotice,
  field,
  type Page,
  signIn,
  test,
} from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name });
const file = (page: Page) => page.locator('input[type=file]');
const figure = (page: Page, label: string) =>
  section(page, 'Промокоды').locator('dl > div', { hasText: label }).locator('dd');

test('a promotion is added, and its codes are imported', async ({ page }) => {
  await signIn(page, accounts.univer);
  const partner = await somePartner(page, 3);
  await expect(page.getByRole('link', { name: 'Акции', exact: true })).toBeVisible();
  await page.goto(`/partners/card/${partner.uuidPartner}?tab=promotions`);
  await page.getByRole('link', { name: 'Добавить акцию' }).click();
  await expect(page).toHaveURL(`/partners/card/${partner.uuidPartner}/newStock?tab=promotions`);
  await expect(heading(page)).toHaveText('Добавление акции');
  await expect(page.getByText(`Партнёр: ${partner.name}`)).toBeVisible();

  await button(page, 'Сохранить').click();
  await expect(page.getByText('Обязательное поле')).toHaveCount(2);
  await expect(page.getByText(/^Укажите дату (начала|окончания)$/)).toHaveCount(2);
  await expect(field(page, 'Название')).toBeFocused();
  await field(page, 'Название').fill('Второй кофе <b>в подарок</b>');
  await field(page, 'Описание').fill('Каждому студенту.\nПо будням.');
  await field(page, 'Дата начала').pressSequentially('31122026');
  await field(page, 'Дата окончания').fill('01.01.2026');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Окончание не может быть раньше начала')).toBeVisible();
  await field(page, 'Дата начала').fill('01.01.2026');
  await field(page, 'Дата окончания').fill('31.12.2099');

  await file(page).setInputFiles({ ...csv(['A-1']), name: 'codes.xlsx' });
  await expect(dialog(page)).toContainText('Неверный формат файла');
  await button(page, 'Понятно').click();
  await expect(dialog(page)).toHaveCount(0);
  await file(page).setInputFiles({ ...csv([]), buffer: Buffer.from('A\0B\n') });
  await expect(dialog(page)).toContainText('Неверный формат файла');
  await clickAside(button(page, 'Понятно'));
  await file(page).setInputFiles(csv([]));
  await expect(page.getByText('Файл пуст. Выберите другой')).toBeVisible();
  await file(page).setInputFiles(csv(['промокод']));
  await expect(page.getByText('В файле нет ни одного промокода')).toBeVisible();

  const good = Array.from({ length: 30 }, (_, i) => `E2E-${i}`);
  const lines = ['Промокод', ...good, 'E2E-1', '1,23E+12', 'ABСD', 'Ы'.repeat(65), 'A B'];
  await file(page).setInputFiles(csv(lines, 'осень.csv'));
  const check = section(page, 'Проверка файла: осень.csv');
  await expect(check).toContainText('Будет добавлено: 32 промокода');
  await expect(check).toContainText('похож на число, которое Excel');
  await expect(check.getByRole('table', { name: 'Подозрительные строки' })).toContainText('ABСD');
  await check.getByText('Строки с ошибками').click();
  await expect(check.getByRole('table', { name: 'Строки с ошибками' })).toContainText(
    'Длиннее 64 символов',
  );
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toContainText('Акция добавлена');
  await expect(dialog(page)).toContainText('Промокоды появятся в системе через несколько минут');
  await button(page, 'Понятно').click();
  await expect(page).toHaveURL(`/partners/card/${partner.uuidPartner}?tab=promotions`);

  const tile = page.getByRole('listitem').filter({ hasText: 'Второй кофе' });
  await expect(tile).toContainText('01.01 – 31.12.2099');
  await tile.getByRole('link').click();
  await expect(heading(page)).toHaveText('Второй кофе <b>в подарок</b>');
  await expect(figure(page, 'Доступно')).toHaveText('32');
  await expect(section(page, 'Промокоды')).toContainText('Добавлено: 32');
  await expect(section(page, 'Промокоды')).toContainText('Повторов: 1');
  await expect(section(page, 'Промокоды')).toContainText('С ошибками: 2');
  await section(page, 'Промокоды').getByText('Строки с ошибками').click();
  await expect(page.getByRole('table', { name: 'Строки с ошибками' })).toContainText(
    'Длиннее 64 символов',
  );
  await expect(section(page, 'История')).toContainText('Промокоды загружены');
  await button(page, 'Подробнее').click();
  await expect(dialog(page)).toContainText(
    'Промокоды можно получить с 01.01.2026 по 31.12.2099 включительно. Один студент может получить не больше одного промокода.',
  );
});

test('an edit returns to the card, with a codes file after a dialog', async ({ page }) => {
  await signIn(page, accounts.chairman);
  const id = await newPromotion(page, 'Правка акции', 4);
  await page.goto(`/promotions/card/${id}`);
  await expect(page.getByText('Промокодов пока нет.')).toBeVisible();
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await expect(page).toHaveURL(`/promotions/card/${id}/refactoring`);
  await expect(heading(page)).toHaveText('Правка акции');
  await expect(page).toHaveTitle(/^Редактирование акции: Правка акции/);
  await field(page, 'Название').fill('Правка ёлочной акции');
  await page.getByLabel('Промокодов одному студенту').selectOption('Неограниченно');
  await button(page, 'Сохранить').click();
  await expect(page).toHaveURL(`/promotions/card/${id}`);
  await expectNotice(page, 'Изменения сохранены');
  await expect(section(page, 'Об акции')).toContainText('Неограниченно');

  await page.getByRole('link', { name: 'Загрузить промокоды' }).click();
  await file(page).setInputFiles(csv(['N-1', 'N-2', 'N-3']));
  await expect(page.getByText('Будет добавлено: 3 промокода')).toBeVisible();
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toContainText('Промокоды появятся в системе через несколько минут');
  await button(page, 'Понятно').click();
  await expect(page).toHaveURL(`/promotions/card/${id}`);
  await expect(figure(page, 'Доступно')).toHaveText('3');

  // A second file adds codes; duplicates are reported before saving.
  await page.getByRole('link', { name: 'Загрузить промокоды' }).click();
  await file(page).setInputFiles(csv(['N-3', 'N-4']));
  const known = section(page, 'Проверка файла: codes.csv').locator('dl > div', {
    hasText: 'Уже есть в акции',
  });
  await expect(known).toContainText('1');
  await button(page, 'Сохранить').click();
  await button(page, 'Понятно').click();
  await expect(figure(page, 'Доступно')).toHaveText('4');
  await expect(section(page, 'История')).toContainText('Название: Правка акции → Правка ёлочной');
  await expect(section(page, 'История')).toContainText('Промокодов одному студенту: один →');
});

test('a stale edit keeps the input and offers to reload', async ({ page }) => {
  await signIn(page, accounts.all);
  const id = await newPromotion(page, 'Спорная акция', 5);
  await page.goto(`/promotions/card/${id}/refactoring`);
  await expect(field(page, 'Название')).toHaveValue('Спорная акция');
  const now = await (await call(page, 'GET', `/v1/stock/${id}`)).json();
  const data = { ...now, description: 'Другое описание', fileUrl: null };
  expect((await call(page, 'PUT', `/v1/stock/${id}`, { data })).status()).toBe(200);
  await field(page, 'Название').fill('Моё название');
  await field(page, 'Описание').fill('Моё описание');
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toContainText('Данные уже изменены');
  await button(page, 'Загрузить изменения').click();
  await expect(page.getByText('Сейчас сохранено: Другое описание')).toBeVisible();
  await button(page, 'Сохранить').click();
  await expect(heading(page)).toHaveText('Моё название');
  await expect(section(page, 'Описание')).toContainText('Моё описание');
});

test('a running import shows its progress', async ({ page }) => {
  await signIn(page, accounts.all);
  const id = await newPromotion(page, 'Долгая загрузка', 6);
  const counts = `**/v1/stock/${id}/codes/count`;
  const state = { status: 'queued', total: 0, imported: 0, progress: 0 };
  await page.route(counts, async (route) => {
    const body = {
      ...{ remainingCodesCount: state.imported, usedCodesCount: 0, lastsUntil: null, isLow: false },
      import: {
        ...{ duplicates: 0, invalid: 0, error: null, fileName: 'много.csv', ...state },
        ...{ createdAt: '2026-11-15 12:00:00', updatedAt: '2026-11-15 12:00:00', badLines: [] },
      },
    };
    await route.fulfill({ json: body });
  });
  await page.goto(`/promotions/card/${id}`);
  await expect(page.getByText('Файл ждёт своей очереди')).toBeVisible();
  Object.assign(state, { status: 'running', total: 1000, imported: 450, progress: 45 });
  await expect(section(page, 'Промокоды')).toContainText('Промокоды загружаются: 45 %');
  await expect(section(page, 'Промокоды').getByRole('progressbar')).toHaveAttribute(
    'aria-valuenow',
    '45',
  );
  await expect(figure(page, 'Доступно')).toHaveText('450');
  Object.assign(state, { status: 'error', error: 'Файл не сохранился.' });
  await expect(section(page, 'Промокоды').getByRole('alert')).toContainText('Файл не сохранился.');
});

test('a promotion is blocked and unblocked, in the list and on the card', async ({ page }) => {
  await signIn(page, accounts.univer);
  const name = `Под замок ${Date.now()}`;
  const id = await newPromotion(page, name, 7);
  await page.goto(`/promotions?search=${encodeURIComponent(name)}`);
  const row = page.locator(`[data-row="${id}"]`);
  await button(page, `Заблокировать акцию: ${name}`).click();
  await expect(dialog(page)).toContainText(name);
  const box = (word: string) => dialog(page).getByRole('checkbox', { name: word });
  await expect(box('Несоответствие политике приложения')).toBeChecked();
  await box('Несоответствие политике приложения').uncheck();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(dialog(page).getByText('Выберите причину')).toBeVisible();
  await box('Некорректные данные').check();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expectNotice(page, 'Акция заблокирована');
  await expect(row).toContainText('Неактивна');
  await button(page, `Разблокировать акцию: ${name}`).click();
  await expectNotice(page, 'Акция разблокирована');
  await expect(dialog(page)).toBeHidden();
  await expect(row).toContainText('Идёт');

  await row.getByRole('link').click();
  await expect(heading(page)).toHaveText(name);
  await button(page, 'Заблокировать').click();
  await dialog(page).getByRole('textbox', { name: 'Другая причина' }).fill('Опечатка <i>');
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(section(page, 'Партнёр')).toContainText('Опечатка <i>');
  await expect(page.getByText('Неактивна', { exact: true })).toBeVisible();
  // Somebody else unblocks it in the meantime: the second operator gets a message and the new state.
  const data = { status: 'active', reasonBlocked: '' };
  const unblocked = await call(page, 'PUT', `/v1/stock/${id}/status`, { data });
  expect(unblocked.status()).toBe(200);
  await button(page, 'Разблокировать').click();
  await expectNotice(page, 'Акция сейчас активна');
  await expect(button(page, 'Заблокировать')).toBeVisible();
  await expect(section(page, 'История')).toContainText('Причина: Некорректные данные');
});
