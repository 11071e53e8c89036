import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  dayFromNow,
  expectCard,
  fillMoment,
  newsCard,
  openedNews,
  startNews,
} from './support/news';
import { newPartner, openCard, partnerCard, tab } from './support/partners';
import { picture } from './support/students';
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

const dialog = (page: Page) => page.getByRole('dialog');

test('dates and times can be edited in the middle, and long texts are not truncated', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.univer);
  await startNews(page, 'Я'.repeat(250), 'university');
  await expect(field(page, 'Заголовок')).toHaveValue('Я'.repeat(250));
  await expect(page.getByText('Не более 200 символов, сейчас 250')).toBeVisible();
  const title = 'Новость до вечера';
  await field(page, 'Заголовок').fill(title);
  await expect(page.getByText('Не более 200 символов')).toBeHidden();

  const tags = page.getByRole('combobox', { name: 'Теги' });
  await tags.fill('т'.repeat(50));
  await tags.press('Enter');
  const fits = () =>
    expect
      .poll(() =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      )
      .toBe(0);
  await fits();
  await expect
    .poll(async () => (await page.getByText('т'.repeat(50)).boundingBox())?.height)
    .toBeLessThan(80); // a few lines, not one letter per line
  await page.setViewportSize({ width: 1440, height: 900 });
  await fits();

  await button(page, 'Добавить: Публикация по расписанию').click();
  const date = page.getByRole('textbox', { name: 'Начало публикации: дата' });
  const time = page.getByRole('textbox', { name: 'Начало публикации: время' });
  await date.pressSequentially('5.3.2099');
  await time.pressSequentially('930');
  await page.keyboard.press('Tab');
  await expect(date).toHaveValue('05.03.2099');
  await expect(time).toHaveValue('09:30');
  const caret = () => date.evaluate((input: HTMLInputElement) => input.selectionStart);
  await date.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.setSelectionRange(2, 2);
  });
  await page.keyboard.press('Backspace');
  await expect(date).toHaveValue('0.03.2099');
  await expect.poll(caret).toBe(1);
  await page.keyboard.type('7');
  await expect(date).toHaveValue('07.03.2099');
  await expect.poll(caret).toBe(2);

  // A time from the calendar's list, in steps of 15 minutes.
  const calendar = dialog(page).getByRole('button', { name: 'Открыть календарь' });
  await calendar.click();
  await page.getByRole('combobox', { name: 'Время', exact: true }).selectOption('18:45');
  await expect(time).toHaveValue('18:45');
  await calendar.click();

  // Published immediately, with an end date.
  await page.getByText('Опубликовать сразу').click();
  await expect(date).toBeHidden();
  await fillMoment(page, 'Окончание публикации', dayFromNow(2), '2100');
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
  await button(page, 'Опубликовать').click();
  await expectCard(page, title);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits();
  const stored = await newsCard(page, openedNews(page));
  expect(stored.publishBegin).toBeNull();
  expect(stored.publishEnd).toMatch(/21:00$/);
});

test('Enter and Tab choose a city', async ({ page }) => {
  await signIn(page, accounts.univer);
  await page.getByRole('link', { name: 'Добавить партнёра' }).click();
  const city = page.getByRole('combobox', { name: 'Основной город' });
  await city.pressSequentially('каза');
  await expect(page.getByRole('option', { name: 'Казань' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(city).toHaveValue('Казань');
  await expect(page.getByText('Не заполнены поля')).toBeHidden();
  await city.fill('томск');
  await page.keyboard.press('Tab'); // before the search has a result
  await expect(city).toHaveValue('Томск');
  await city.fill('нет такого');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Выберите город из списка')).toBeVisible();
  await expect(city).toHaveValue('нет такого');
});

test('photos: leaving the tab during an upload, and choosing a file again', async ({ page }) => {
  await signIn(page, accounts.all);
  const card = await newPartner(page, 'С очередью фотографий');
  await openCard(page, card.uuidPartner, 'photos');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v2/partner/add/photo', async (route) => {
    await held;
    await route.continue();
  });
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles([picture('one.png', 60), picture('two.png', 80)]);
  await expect(page.getByText('Загружается: one.png')).toBeVisible();
  await tab(page, 'Вакансии').click();
  await expect(page.getByText('Загружается')).toBeHidden();
  await page.getByRole('link', { name: 'Партнёры', exact: true }).click();
  await expect(dialog(page)).toContainText('Фотографии ещё загружаются');
  await dialog(page).getByRole('button', { name: 'Остаться' }).click();
  release();
  await expectNotice(page, 'Добавлено: 2 фотографии');
  expect((await partnerCard(page, card.uuidPartner)).countPhoto).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // The same file again, after a failure.
  await tab(page, 'Фотографии').click();
  await page.unroute('**/v2/partner/add/photo');
  await page.route('**/v2/partner/add/photo', (route) => route.fulfill({ status: 503 }), {
    times: 1,
  });
  const path = join(mkdtempSync(join(tmpdir(), 'fields-')), 'again.png');
  writeFileSync(path, picture('again.png', 70).buffer);
  await input.setInputFiles(path);
  await expect(page.getByText('again.png: не загружена')).toBeVisible();
  await input.setInputFiles(path);
  await expectNotice(page, 'Фотография добавлена');
  expect((await partnerCard(page, card.uuidPartner)).countPhoto).toBe(3);
});
