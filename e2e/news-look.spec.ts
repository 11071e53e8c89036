import { inEveryView, noSideways } from './support/look';
import { someNews } from './support/news';
import { call, shownRows } from './support/students';
import { accounts, button, expect, expectAccessible, signIn, test } from './support/test';

inEveryView(() => {
  test('news are accessible: list, card, participants', async ({ page }) => {
    await signIn(page, accounts.chairman, '/news');
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'news');
    await noSideways(page);
    const survey = await someNews(page, (item) => item.canEdit && (item.pooling?.voted ?? 0) > 0);
    await page.goto(`/news/${survey.uuidNews}`);
    await expect(page.getByText(/\d голос/).first()).toBeVisible();
    await expect(page.getByText('Новость создана')).toBeVisible();
    await expectAccessible(page, 'card with a survey');
    await noSideways(page);
    const event = await someNews(page, (item) => (item.event?.placesCountBooked ?? 0) > 0);
    await page.goto(`/news/${event.uuidNews}`);
    await expect(page.getByText('Количество мест')).toBeVisible();
    await expectAccessible(page, 'card with an event');
    await page.goto(`/news/${event.uuidNews}/showStudents`);
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'participants');
    await noSideways(page);
  });

  test('the form of news is accessible, its dialogs too', async ({ page }) => {
    await signIn(page, accounts.all, '/news/add');
    await expect(page.getByRole('textbox', { name: 'Текст' })).toBeVisible();
    await button(page, 'Опубликовать').click();
    await expect(page.getByText('Обязательное поле').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Тип' }).selectOption('university');
    await expect(page.getByText(/Новость увид/)).toBeVisible();
    await expectAccessible(page, 'form with errors');
    await noSideways(page);
    for (const window of ['Публикация по расписанию', 'Опрос', 'Мероприятие']) {
      await button(page, `Добавить: ${window}`).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, window);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button(page, `Добавить: ${window}`)).toBeFocused();
    }
    await button(page, 'Добавить: Опрос').click();
    await button(page, 'Сохранить').click();
    await expect(page.getByText('Все вопросы должны быть заполнены')).toBeVisible();
    await expectAccessible(page, 'survey with errors');
    await noSideways(page);
  });
});

test('a long title does not stretch its row; a planned item is not green', async ({ page }) => {
  await signIn(page, accounts.all);
  const title = 'Очень длинный заголовок новости '.repeat(6).trim();
  const data = { title, content: '', typeNews: 'university', publishBegin: '2099-01-01 10:00' };
  expect((await call(page, 'POST', '/v1/news', { data })).status()).toBe(200);
  await page.goto('/news');
  const card = page.getByRole('article').filter({ hasText: title });
  const heading = card.getByRole('heading');
  await expect.poll(async () => (await heading.boundingBox())?.height).toBeLessThanOrEqual(44);
  await expect(heading).toHaveAttribute('title', title);
  const badge = card.getByText('Опубликована · Запланирована');
  await expect(badge).toHaveAttribute('data-tone', 'grey');
});
