import { addPoints, newPartner, openCard, partnerCard, somePartner, tab } from './support/partners';
import { call, picture } from './support/students';
import { accounts, button, expect, expectNotice, type Page, signIn, test } from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });

test('a partner is blocked for a reason and unblocked without a question', async ({ page }) => {
  await signIn(page, accounts.chairman);
  const card = await newPartner(page, 'Блокируемый');
  await openCard(page, card.uuidPartner);
  await button(page, 'Заблокировать').click();
  await expect(dialog(page)).toContainText('«Блокируемый»');
  const box = (name: string) => dialog(page).getByRole('checkbox', { name });
  await expect(box('Расторжение / окончание договора')).toBeChecked();
  await expect(box('Несоответствие политике приложения')).toBeVisible();
  await box('Нарушение условий договора').check();
  await inDialog(page, 'Заблокировать').click();
  await expect(dialog(page)).toBeHidden();
  const panel = page.getByRole('region', { name: 'Партнёр', exact: true });
  await expect(panel).toContainText('Нарушение условий договора');
  await expect(page.getByText('Заблокирован', { exact: true })).toBeVisible();
  expect((await partnerCard(page, card.uuidPartner)).status).toBe('blocked');

  await button(page, 'Разблокировать').click();
  await expect(page.getByText('Активен', { exact: true })).toBeVisible();
  await expect(panel).not.toContainText('Нарушение условий договора');
  const history = page.getByRole('region', { name: 'История' });
  await expect(history).toContainText('Партнёр разблокирован');
  await expect(history).toContainText('Причина: Нарушение условий договора');
});

test('a conflicting decision names who made the first', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Решённый дважды');
  await openCard(page, card.uuidPartner);
  const data = { status: 'blocked', reasonBlocked: 'Долг' };
  const path = `/v1/partner/${card.uuidPartner}/status`;
  expect((await call(page, 'PUT', path, { data })).status()).toBe(200);
  await button(page, 'Заблокировать').click();
  await inDialog(page, 'Заблокировать').click();
  await expectNotice(page, /Статус сейчас: заблокирован/);
  await expect(button(page, 'Разблокировать')).toBeVisible();
});

test('moving to the next card keeps the tab', async ({ page }) => {
  await signIn(page, accounts.all, '/partners?sort=name');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const names = await page.locator('[data-row]').getByRole('link').allTextContents();
  expect(names.length).toBeGreaterThan(1);
  await page.locator('[data-row]').first().getByRole('link').click();
  await tab(page, 'Вакансии').click();
  await expect(page).toHaveURL(/tab=vacancies/);
  await page.getByRole('link', { name: /Следующая/ }).click();
  await expect(heading(page)).toContainText(names[1] ?? '');
  await expect(tab(page, 'Вакансии')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab(page, 'Вакансии')).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Назад').click();
  await expect(page).toHaveURL('/partners?sort=name');
});

test('discounts are added up to three, changed and deleted', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'Со скидками');
  await openCard(page, card.uuidPartner);
  const text = (label: string) => dialog(page).getByRole('textbox', { name: label });
  for (const size of ['5', '10,5']) {
    await button(page, 'Добавить скидку').click();
    await text('Размер скидки, %').fill(size);
    await text('Описание').fill(`Скидка ${size}`);
    await inDialog(page, 'Сохранить').click();
    await expect(dialog(page)).toBeHidden();
  }
  await button(page, 'Добавить скидку').click();
  await dialog(page).getByText('Подарок или условие').click();
  await inDialog(page, 'Сохранить').click();
  await expect(dialog(page).getByText('Укажите, что получит студент')).toBeVisible();
  await expect(dialog(page).getByText('Опишите скидку')).toBeVisible();
  await text('Что получит студент').fill('Десерт в подарок');
  await text('Описание').fill('К любому кофе');
  await inDialog(page, 'Сохранить').click();
  await expect(page.getByText('У партнёра может быть не больше трёх скидок.')).toBeVisible();
  await expect(button(page, 'Добавить скидку')).toHaveCount(0);
  await expect(tab(page, 'Скидки')).toContainText('3');
  await expect(page.getByText('10,5 %')).toBeVisible();

  await button(page, 'Редактировать скидку: Десерт в подарок').click();
  await text('Что получит студент').fill('Кофе в подарок');
  await inDialog(page, 'Сохранить').click();
  await expect(page.getByText('Кофе в подарок', { exact: true })).toBeVisible();
  await button(page, 'Удалить скидку: 5 %').click();
  await expect(inDialog(page, 'Отменить')).toBeFocused();
  await inDialog(page, 'Удалить').click();
  await expect(tab(page, 'Скидки')).toContainText('2');
  await expect(button(page, 'Добавить скидку')).toBeVisible();
});

test('the dialog reports that the limit of discounts is reached', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С четвёртой скидкой');
  await openCard(page, card.uuidPartner);
  await button(page, 'Добавить скидку').click();
  const discount = { type: 'fix', size: '5', description: 'Чужая' };
  const data = { uuidPartner: card.uuidPartner, discounts: [discount, discount, discount] };
  expect((await call(page, 'POST', '/v1/discount', { data })).status()).toBe(200);
  await dialog(page).getByRole('textbox', { name: 'Размер скидки, %' }).fill('7');
  await dialog(page).getByRole('textbox', { name: 'Описание' }).fill('Моя');
  await inDialog(page, 'Сохранить').click();
  await expect(dialog(page).getByRole('alert')).toContainText('не больше трёх скидок');
  expect((await partnerCard(page, card.uuidPartner)).countDiscounts).toBe(3);
});

test('photos are added, enlarged, replaced and deleted', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С фотографиями');
  await openCard(page, card.uuidPartner, 'photos');
  await expect(page.getByText('Фотографий пока нет.')).toBeVisible();
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles([
    { name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
    picture('one.png', 60),
    picture('two.png', 80),
  ]);
  await expect(page.getByText('x.svg: Подойдёт изображение JPG, PNG или GIF')).toBeVisible();
  await expectNotice(page, 'Добавлено: 2 фотографии');
  await expect(tab(page, 'Фотографии')).toContainText('2');

  await button(page, 'Фотография 1: С фотографиями').click();
  await expect(dialog(page).getByText('1 из 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).locator('img')).toHaveAttribute('alt', /^Фотография 2/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  const first = page.getByRole('img', { name: 'Фотография 1: С фотографиями' });
  const before = await first.getAttribute('src');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Заменить фотографию 1').click(),
  ]);
  await chooser.setFiles(picture('three.png', 90));
  await expectNotice(page, 'Фотография заменена');
  await expect(first).not.toHaveAttribute('src', before ?? '');
  await button(page, 'Удалить фотографию 2').click();
  await inDialog(page, 'Удалить').click();
  await expect(tab(page, 'Фотографии')).toContainText('1');
  expect((await partnerCard(page, card.uuidPartner)).countPhoto).toBe(1);
});

test('vacancies are added, changed and deleted', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С вакансиями');
  await openCard(page, card.uuidPartner, 'vacancies');
  await button(page, 'Добавить вакансию').click();
  await inDialog(page, 'Сохранить').click();
  await expect(dialog(page).getByText('Обязательное поле')).toHaveCount(2);
  const text = (label: string) => dialog(page).getByRole('textbox', { name: label });
  await text('Название').fill('<i>Бариста</i>');
  await text('Ссылка').fill('javascript:alert(1)');
  await inDialog(page, 'Сохранить').click();
  await expect(dialog(page).getByText('Укажите ссылку')).toBeVisible();
  await text('Ссылка').fill('https://example.ru/job');
  await text('Описание').fill('Сменный график');
  await inDialog(page, 'Сохранить').click();
  await expect(page.getByText('<i>Бариста</i>', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'example.ru/job' })).toBeVisible();
  await expect(tab(page, 'Вакансии')).toContainText('1');
  await button(page, 'Редактировать вакансию: <i>Бариста</i>').click();
  await text('Название').fill('Старший бариста');
  await inDialog(page, 'Сохранить').click();
  await button(page, 'Удалить вакансию: Старший бариста').click();
  await inDialog(page, 'Удалить').click();
  await expect(page.getByText('Вакансий пока нет.')).toBeVisible();
  await expect(tab(page, 'Вакансии')).toContainText('0');
});

test('reviews are read and deleted, complaints are read', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await somePartner(page, ({ countComments }) => countComments > 2);
  await openCard(page, card.uuidPartner, 'reviews');
  const table = page.getByRole('table', { name: 'Отзывы' });
  await expect(table.getByRole('columnheader', { name: 'Нравится' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Удалить отзыв/ })
    .first()
    .click();
  await expect(inDialog(page, 'Отменить')).toBeFocused();
  await inDialog(page, 'Удалить').click();
  await expectNotice(page, 'Отзыв удалён');
  await expect(tab(page, 'Отзывы')).toContainText(String(card.countComments - 1));
  const angry = await somePartner(page, ({ countComplaints }) => countComplaints > 0);
  await openCard(page, angry.uuidPartner, 'complaints');
  await expect(page.getByRole('table', { name: 'Жалобы' }).getByRole('row')).toHaveCount(
    angry.countComplaints + 1,
  );
});

test('the history includes the parts of the card', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С историей');
  await addPoints(page, card, ['ул. Историческая, 1']);
  await openCard(page, card.uuidPartner);
  const history = page.getByRole('region', { name: 'История' });
  await expect(history).toContainText('Добавлены торговые точки');
  await expect(history).toContainText('Адрес: ул. Историческая, 1');
  await expect(history).toContainText('Партнёр добавлен');
});
