// The list of news, and the draft of the form.
import { dayFromNow, expectCard, fillMoment, newsOf, someNews, startNews } from './support/news';
import { shownRows, total } from './support/students';
import { accounts, button, drafts, expect, signIn, test } from './support/test';

test('search, filters, order and page are in the URL', async ({ page }) => {
  await signIn(page, accounts.all, '/news');
  const all = await total(page);
  await expect(shownRows(page)).toHaveCount(9);
  expect(all).toBe((await newsOf(page)).length);
  await page.getByRole('button', { name: /^Фильтры/ }).click();
  await page.getByRole('radio', { name: 'Региональная' }).check();
  await page.getByRole('radio', { name: 'На модерации' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/typeNews=region&approve=wait/);
  const waiting = await newsOf(page, { typeNews: 'region', approve: 'wait' });
  await expect.poll(() => total(page)).toBe(waiting.length);
  await expect(shownRows(page).first()).toContainText(waiting[0]?.title ?? '');
  await button(page, 'Сбросить всё').click();
  await expect.poll(() => total(page)).toBe(all);
  await page.getByRole('button', { name: /Изменить направление/ }).click();
  await expect(page).toHaveURL(/direction=ASC/);
  const oldest = (await newsOf(page)).at(-1);
  await expect(shownRows(page).first()).toContainText(oldest?.title ?? '');
  await page.getByRole('searchbox').fill(oldest?.title ?? '');
  await expect(page).toHaveURL(/search=/);
  await expect(shownRows(page).first()).toContainText(oldest?.title ?? '');
  await page.getByRole('searchbox').fill('ъъъ');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
});

test('the chairman filters own and foreign items; others have no such filter', async ({ page }) => {
  await signIn(page, accounts.chairman, '/news');
  const all = await total(page);
  await page.getByRole('button', { name: /^Фильтры/ }).click();
  await page.getByRole('radio', { name: 'Кроме моих' }).check();
  await page.keyboard.press('Escape');
  const others = (await newsOf(page, { owner: ['others'] })).length;
  const mine = (await newsOf(page, { owner: ['mine'] })).length;
  expect(others + mine).toBe(all);
  await expect.poll(() => total(page)).toBe(others);
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, accounts.univer, '/news');
  await page.getByRole('button', { name: /^Фильтры/ }).click();
  await expect(page.getByRole('radio', { name: 'Местная' })).toBeVisible();
  await expect(page.getByText('Чьи новости')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Новости/ })).toHaveText('Новости');
});

test('a row unfolds, its pictures slide without opening the card; arrow keys switch cards', async ({
  page,
}) => {
  await signIn(page, accounts.all);
  const item = await someNews(page, ({ photoUrl }) => photoUrl.length > 1);
  await page.goto(`/news?search=${encodeURIComponent(item.title)}`);
  const card = page.locator(`[data-row="${item.uuidNews}"]`);
  await card.getByRole('button', { name: `Развернуть: ${item.title}` }).press('Enter');
  await expect(card.getByText(`1 из ${item.photoUrl.length}`)).toBeVisible();
  await card.getByRole('button', { name: 'Следующее изображение' }).click();
  await expect(card.getByText(`2 из ${item.photoUrl.length}`)).toBeVisible();
  await expect(page).toHaveURL(/\/news\?search=/);
  await page.goto('/news');
  const [first, second] = await newsOf(page);
  await shownRows(page).first().getByRole('link').click();
  await expectCard(page, first?.title ?? '');
  await expect(page.getByText(/^1 из /)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectCard(page, second?.title ?? '');
  await button(page, 'Назад').click();
  await expect(page).toHaveURL(/\/news$/);
});

test('a draft survives closing the page and is deleted on logout', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  const title = 'Черновик новости о спартакиаде';
  await signIn(page, accounts.student);
  await startNews(page, title, 'university');
  await button(page, 'Добавить: Публикация по расписанию').click();
  await fillMoment(page, 'Начало публикации', dayFromNow(2), '10:00');
  await button(page, 'Сохранить').click();
  await expect.poll(() => drafts(page)).toContain('"schedule":{');
  await page.reload();
  await expect(page.getByText(/^Восстановлен черновик от/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Заголовок' })).toHaveValue(title);
  await expect(page.getByRole('button', { name: /^Запланировать на/ })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/draft/i)]),
  );

  // Leaving asks and mentions the draft.
  await page.getByRole('link', { name: 'Студенты' }).click();
  await expect(page.getByRole('dialog')).toContainText('Черновик останется');
  await button(page, 'Уйти').click();
  await expect(page).toHaveURL(/\/$/);

  // Another operator on this machine does not see it.
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => drafts(page)).toBe('[]');
  await signIn(page, accounts.student, '/news/add');
  await expect(page.getByRole('textbox', { name: 'Заголовок' })).toHaveValue('');
});

test('a draft is deleted by saving, and starting over empties the form', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, accounts.univer);
  await startNews(page, 'Набор в волонтёры', 'university');
  await expect.poll(() => drafts(page)).toContain('"typeNews":"university"');
  await page.reload();
  await expect(page.getByText(/^Восстановлен черновик от/)).toBeVisible();
  await button(page, 'Начать заново').click();
  await expect(page.getByRole('textbox', { name: 'Заголовок' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Набор в волонтёры');
  await button(page, 'Опубликовать').click();
  await expect(page.getByText('Укажите тип')).toBeVisible();
  await page.getByRole('combobox', { name: 'Тип' }).selectOption('university');
  await button(page, 'Опубликовать').click();
  await expectCard(page, 'Набор в волонтёры');
  await page.goto('/news/add');
  await expect(page.getByRole('textbox', { name: 'Заголовок' })).toHaveValue('');
  await expect(page.getByText(/^Восстановлен черновик/)).toHaveCount(0);
});
