import type { Download } from '@playwright/test';
import { call, fullName, picture, shownRows, someStudent } from './support/students';
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
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

// Each journey uses its own students, by position in the list, so that none disturbs another.
const active = { status: 'active' };

test('links and keys move from card to card in list order', async ({ page }) => {
  await signIn(page, accounts.all, '/?status=blocked&sort=surname');
  await expect(shownRows(page).first()).toBeVisible();
  const names = await shownRows(page).getByRole('link').allTextContents();
  await shownRows(page).first().getByRole('link').click();
  await expect(page.getByText(/^1 из \d/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Предыдущая/ })).toBeDisabled();
  await page.getByRole('link', { name: /Следующая/ }).click();
  await expect(heading(page)).toHaveText(names[1] ?? '');
  await expect(page.getByText(/^2 из \d/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText(names[2] ?? '');
  await expect(page.getByText(/^3 из \d/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page)).toHaveText(names[1] ?? '');
  await button(page, 'Назад').click();
  await expect(page).toHaveURL('/?status=blocked&sort=surname');
});

test('a decision does not change the order of the cards', async ({ page }) => {
  await signIn(page, accounts.all, '/?status=active&sort=surname&page=3');
  await expect(shownRows(page).first()).toBeVisible();
  const names = await shownRows(page).getByRole('link').allTextContents();
  await shownRows(page).nth(2).getByRole('link').click();
  const place = page.getByText(/^33 из \d/);
  await expect(place).toBeVisible();
  await button(page, 'Заблокировать').click();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(button(page, 'Разблокировать')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(place).toBeVisible();
  await button(page, 'Разблокировать').click();
  await expect(button(page, 'Заблокировать')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText(names[3] ?? '');
});

test('a student is blocked with a preset reason, unblocked, and blocked with a typed reason', async ({
  page,
}) => {
  await signIn(page, accounts.student);
  const student = await someStudent(page, active, 100);
  await page.goto(`/card/${student.uuidUser}`);
  await expect(heading(page)).toHaveText(fullName(student));
  await button(page, 'Заблокировать').click();
  await expect(dialog(page)).toContainText(fullName(student));
  await expect(dialog(page).getByRole('button', { name: 'Отменить' })).toBeFocused();
  const box = (name: string) => dialog(page).getByRole('checkbox', { name });
  await expect(box('Неуплата членского взноса')).toBeChecked();
  await box('Неуплата членского взноса').uncheck();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(dialog(page).getByText('Выберите причину')).toBeVisible();
  await box('Исключение из профсоюза').check();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expectNotice(page, 'Студент заблокирован');
  await expect(dialog(page)).toBeHidden();
  await expect(section(page, 'Студент')).toContainText('Исключение из профсоюза');
  await expect(section(page, 'История')).toContainText('Причина: Исключение из профсоюза');

  await button(page, 'Разблокировать').click();
  await expectNotice(page, 'Студент разблокирован');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, 'Заблокировать')).toBeVisible();

  await clickAside(button(page, 'Заблокировать'));
  const own = dialog(page).getByRole('textbox', { name: 'Другая причина' });
  await own.fill('<script>alert("ё")</script>');
  await expect(box('Неуплата членского взноса')).not.toBeChecked();
  await own.fill('');
  await expect(box('Неуплата членского взноса')).toBeChecked();
  await own.fill('<script>alert("ё")</script>');
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(section(page, 'Студент')).toContainText('<script>alert("ё")</script>');
  await page.reload();
  await expect(section(page, 'История')).toContainText('Причина: <script>alert("ё")</script>');
});

test('a conflicting decision names who decided first', async ({ page, browser }) => {
  await signIn(page, accounts.student);
  const student = await someStudent(page, active, 110);
  await page.goto(`/card/${student.uuidUser}`);
  await expect(heading(page)).toHaveText(fullName(student));
  const other = await browser.newContext();
  const rival = await other.newPage();
  await signIn(rival, accounts.chairman);
  const data = { uuidUser: student.uuidUser, newStatus: 'blocked', reasonText: 'Долг' };
  expect((await call(rival, 'PUT', '/v1/user/status', { data })).status()).toBe(200);
  await other.close();
  await button(page, 'Заблокировать').click();
  await dialog(page).getByRole('button', { name: 'Заблокировать' }).click();
  await expectNotice(page, /Статус сейчас: заблокирован.*МСК/);
  await expect(button(page, 'Разблокировать')).toBeVisible();
});

test('a card is edited, including the photo', async ({ page }) => {
  await signIn(page, accounts.student);
  const student = await someStudent(page, active, 120);
  await page.goto(`/card/${student.uuidUser}`);
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await expect(page).toHaveURL(`/card/${student.uuidUser}/edit`);
  await field(page, 'Фамилия').fill('');
  await field(page, 'Дата рождения').fill('');
  await field(page, 'Дата рождения').pressSequentially('31022004');
  const year = new Date().getFullYear();
  await page.getByLabel('Год начала обучения').selectOption(String(year + 1));
  await page.getByLabel('Год окончания обучения').selectOption(String(year));
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Укажите фамилию')).toBeVisible();
  await expect(page.getByText('Укажите дату в виде ДД.ММ.ГГГГ')).toBeVisible();
  await expect(page.getByText('Окончание не может быть раньше')).toBeVisible();
  await expect(field(page, 'Фамилия')).toBeFocused();

  await field(page, 'Фамилия').fill('<b>Ёжикова</b>');
  await field(page, 'Дата рождения').fill('29.02.2004');
  await page.getByLabel('Год начала обучения').selectOption(String(year - 2));
  await page.getByLabel('Год окончания обучения').selectOption(String(year + 2));
  await page.getByLabel('Курс', { exact: true }).selectOption('6');
  await page.getByRole('combobox', { name: 'Факультет' }).fill('химич');
  await page.getByRole('option', { name: 'Химический факультет' }).click();
  await expect(page.getByRole('combobox', { name: 'Специальность' })).toHaveValue('');

  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5242881),
  });
  await expect(page.getByText('Файл больше 5 МБ')).toBeVisible();
  await input.setInputFiles({
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(page.getByText('Подойдёт изображение JPG, PNG или GIF')).toBeVisible();
  await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('нет') });
  await expect(page.getByRole('group', { name: 'Фото' }).getByRole('img')).toHaveCount(0);
  await input.setInputFiles(picture());
  await expect(page.getByRole('group', { name: 'Фото' }).getByRole('img')).toHaveAttribute(
    'src',
    /^\/files\//,
  );
  await button(page, 'Сохранить').click();
  await expect(page).toHaveURL(`/card/${student.uuidUser}`);
  await expectNotice(page, 'Изменения сохранены');
  await expect(heading(page)).toContainText('<b>Ёжикова</b>');
  await expect(section(page, 'Личные данные')).toContainText(/29\.02\.2004 \(2\d (года?|лет)\)/);
  await expect(section(page, 'Данные об учебном заведении')).toContainText('Химический факультет');
  const photo = page.getByRole('img', { name: /^Фото: / });
  await expect(photo).toBeVisible();
  expect(await photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(section(page, 'История')).toContainText('Добавлено фото');
  await expect(section(page, 'История')).toContainText('→ <b>Ёжикова</b>');
  await page.goBack(); // the edit page is not in the history
  await expect(page).not.toHaveURL(/edit/);

  await page.goto(`/card/${student.uuidUser}/edit`);
  await field(page, 'Фамилия').fill(student.surname);
  await page.getByRole('group', { name: 'Фото' }).getByRole('button', { name: 'Удалить' }).click();
  await button(page, 'Сохранить').click();
  await expect(heading(page)).toHaveText(fullName(student));
  await expect(page.getByRole('img', { name: 'Фото не загружено' })).toBeVisible();
});

test('cancelling an edit asks first, and changes nothing', async ({ page }) => {
  await signIn(page, accounts.student);
  const student = await someStudent(page, active, 125);
  await page.goto(`/card/${student.uuidUser}`);
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await field(page, 'Имя').fill('Другое');
  await button(page, 'Отменить').click();
  await button(page, 'Остаться').click();
  await expect(field(page, 'Имя')).toHaveValue('Другое');
  await button(page, 'Отменить').click();
  await button(page, 'Уйти').click();
  await expect(page).toHaveURL(`/card/${student.uuidUser}`);
  await expect(heading(page)).toHaveText(fullName(student));
});

test('a stale edit keeps the input and offers to reload', async ({ page }) => {
  await signIn(page, accounts.student);
  const student = await someStudent(page, active, 130);
  await page.goto(`/card/${student.uuidUser}/edit`);
  await expect(field(page, 'Фамилия')).toHaveValue(student.surname);
  const { studentInfo: info } = await (
    await call(page, 'GET', `/v1/student/${student.uuidUser}`)
  ).json();
  const data = { ...info, name: 'Инициалий', photo: undefined };
  const saved = await call(page, 'PUT', `/v1/student/${student.uuidUser}`, { data });
  expect(saved.status()).toBe(200);
  await field(page, 'Фамилия').fill('Несохранённая');
  await field(page, 'Имя').fill('Моё');
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toContainText('Данные уже изменены');
  await button(page, 'Загрузить изменения').click();
  await expect(field(page, 'Фамилия')).toHaveValue('Несохранённая');
  await expect(field(page, 'Имя')).toHaveValue('Моё');
  await expect(page.getByText('Сейчас сохранено: Инициалий')).toBeVisible();
  await field(page, 'Имя').fill('Инициалий');
  await button(page, 'Сохранить').click();
  await expect(heading(page)).toContainText('Несохранённая Инициалий');
});

test.describe('an application', () => {
  const requests = '/v1/student/request';
  const waiting = { status: 'moderation' };
  const count = async (page: Page) =>
    (await (await call(page, 'GET', '/v1/student/request/count')).json()).countRequests as number;

  test('is approved and becomes a student', async ({ page }) => {
    await signIn(page, accounts.student2);
    const before = await count(page);
    const student = await someStudent(page, waiting, 0, requests);
    await page.goto('/application?status=moderation');
    await page.getByRole('link', { name: fullName(student) }).click();
    await expect(page.getByText('На модерации', { exact: true })).toBeVisible();
    await button(page, 'Одобрить').click();
    await expect(page).toHaveURL('/application?status=moderation');
    await expectNotice(page, 'Заявка одобрена');
    await expect(page.getByRole('link', { name: fullName(student) })).toHaveCount(0);
    await expect.poll(() => count(page)).toBe(before - 1);
    await expect(page.getByRole('img', { name: `новых: ${before - 1}` })).toBeVisible();
    await page.goto(`/card/${student.uuidUser}`);
    await expect(page.getByText('Активен', { exact: true })).toBeVisible();
    await expect(section(page, 'История')).toContainText('Заявка одобрена');
  });

  test('is rejected with a preset reason, and approved later', async ({ page }) => {
    await signIn(page, accounts.student2);
    const student = await someStudent(page, waiting, 1, requests);
    await page.goto(`/application/card/${student.uuidUser}`);
    await button(page, 'Отклонить').click();
    await expect(dialog(page).getByRole('checkbox', { name: 'Ошибки в ФИО' })).toBeChecked();
    await dialog(page).getByRole('checkbox', { name: 'Чёрный список' }).check();
    await dialog(page).getByRole('button', { name: 'Отклонить' }).click();
    await expect(page).toHaveURL('/application');
    await page.goto(`/application/card/${student.uuidUser}`);
    await expect(page.getByText('Причина отказа')).toBeVisible();
    await expect(section(page, 'Заявка')).toContainText('Чёрный список');
    await expect(button(page, 'Отклонить')).toBeDisabled();
    await button(page, 'Одобрить').click();
    await expect(page).toHaveURL('/application');
  });

  test('is edited at its own address', async ({ page }) => {
    await signIn(page, accounts.student2);
    const student = await someStudent(page, waiting, 2, requests);
    await page.goto(`/application/card/${student.uuidUser}`);
    await page.getByRole('link', { name: 'Редактировать' }).click();
    await expect(page).toHaveURL(`/application/card/${student.uuidUser}/edit`);
    await field(page, 'Отчество').fill('Ёлкович');
    await button(page, 'Сохранить').click();
    await expect(page).toHaveURL(`/application/card/${student.uuidUser}`);
    await expect(heading(page)).toContainText('Ёлкович');
  });
});

test('the filtered list is exported while other pages are opened', async ({ page, context }) => {
  await signIn(page, accounts.student, '/?status=blocked');
  await expect(shownRows(page).first()).toBeVisible();
  // A mocked status, so that progress is observable on a machine of any speed.
  await page.route('**/v1/exports/*', (route) =>
    route.fulfill({ json: { status: 'running', link: null, progress: 40 } }),
  );
  await button(page, 'Скачать .xlsx').click();
  await button(page, 'Выгрузить').click();
  await expect(page.getByText('Подготовка файла к скачиванию...')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await page.unroute('**/v1/exports/*');
  await page.getByRole('link', { name: 'Настройки' }).click();
  await expect(page).toHaveURL('/settings');
  const link = page.getByRole('link', { name: 'Скачать' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(link).toHaveAttribute('target', '_blank');
  // Its window closes as soon as the download starts, so either page may show the message.
  const began = new Promise<Download>((resolve) => {
    page.on('download', resolve);
    context.on('page', (opened) => opened.on('download', resolve));
  });
  // How long it stays after the click, measured in the page: a busy machine may look too late.
  await link.evaluate((element) => {
    const gone = new Promise<number>((resolve) => {
      element.addEventListener('click', () => {
        const start = performance.now();
        new MutationObserver(() => {
          if (!element.isConnected) resolve(performance.now() - start);
        }).observe(document, { childList: true, subtree: true });
      });
    });
    Object.assign(window, { gone });
  });
  await link.click();
  const download = await began;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const file = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.length).toBeGreaterThan(2000);
  await expect(link).toBeHidden();
  const stays = await page.evaluate(() => (window as unknown as { gone: Promise<number> }).gone);
  expect(stays).toBeGreaterThan(2500);
});
