import { inEveryView, noSideways } from './support/look';
import { call, shownRows, total } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  type Page,
  signIn,
  test,
} from './support/test';

type Row = { uuidComment: string; surname: string; name: string; comment: string; status: string };

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ticks = (page: Page) => page.getByRole('checkbox', { name: /^Выбрать: / });

async function reviews(page: Page, data: object, limit = 15): Promise<Row[]> {
  const headers = { 'X-Limit': String(limit) };
  const answer = await call(page, 'PUT', '/v1/comments/list', { data, headers });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function open(page: Page, login: string, query = '') {
  await signIn(page, login);
  await page.getByRole('link', { name: /^Отзывы/ }).click();
  await expect(heading(page)).toHaveText('Отзывы');
  if (query) await page.goto(`/feedbacks${query}`);
  await expect(shownRows(page).first()).toBeVisible();
}

const badge = async (page: Page) => {
  const answer = await call(page, 'GET', '/v1/comments/count');
  return ((await answer.json()) as { countComments: number }).countComments;
};

test('the programme’s operator publishes a selection and deletes another, which comes back', async ({
  page,
}) => {
  await open(page, accounts.all, '?status=moderation');
  const before = await badge(page);
  await expect(page.getByRole('link', { name: /^Отзывы/ })).toContainText(String(before));
  await ticks(page).nth(0).click();
  await ticks(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('Выбрано: 3', { exact: true })).toBeVisible();
  await button(page, 'Опубликовать').click();
  await expect(heading(page)).toHaveText('Отзывы');
  await expect(dialog(page).getByRole('heading')).toHaveText('Опубликовать отзывы');
  await expect(
    dialog(page).getByText('Вы уверены, что хотите опубликовать все выбранные отзывы?', {
      exact: true,
    }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Опубликовать' }).click();
  await expectNotice(page, 'Опубликованы 3 отзыва');
  await expect(page.getByText(`Найдено: ${before - 3}`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Отзывы/ })).toContainText(String(before - 3));

  await ticks(page).first().click();
  await button(page, 'Удалить').click();
  await expect(
    dialog(page).getByText('Вы уверены, что хотите удалить все выбранные отзывы?', { exact: true }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expectNotice(page, 'Удалён 1 отзыв');

  await page.goto('/feedbacks?deleted=yes');
  await expect(page.getByText(/^Удалён \d\d\./).first()).toBeVisible();
  const deleted = await total(page);
  await ticks(page).first().click();
  await button(page, 'Восстановить').click();
  await expectNotice(page, 'Восстановлен 1 отзыв');
  await expect(page.getByText(`Найдено: ${deleted - 1}`)).toBeVisible();
});

test('all that is found is selected at once; a refusal keeps the selection', async ({ page }) => {
  await open(page, accounts.univer, '?maxRating=2');
  const found = await total(page);
  expect(found).toBeGreaterThan(15);
  await page.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).click();
  await button(page, `Выбрать все найденные: ${found}`).click();
  await expect(page.getByText(`Выбрано: ${found}`, { exact: true })).toBeVisible();
  // Those that are public already are left out. A colleague deletes one of the others meanwhile: nothing is changed.
  await button(page, 'Опубликовать').click();
  await expect(dialog(page).getByText(/Уже опубликованы и останутся как есть: \d+/)).toBeVisible();
  const [gone] = await reviews(page, { maxRating: 2, status: 'moderation' });
  const path = `/v1/comments/${gone?.uuidComment}`;
  expect((await call(page, 'DELETE', path)).status()).toBe(200);
  await dialog(page).getByRole('button', { name: 'Опубликовать' }).click();
  await expectNotice(page, /Список уже изменился/);
  await expect(page.getByText(/^Выбрано: \d+$/)).toBeVisible();
  await button(page, 'Снять выбор').click();
  await page.goto('/feedbacks?maxRating=2&status=moderation');
  const waiting = await total(page);
  await page.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).click();
  if (waiting > 15) await button(page, `Выбрать все найденные: ${waiting}`).click();
  await button(page, 'Опубликовать').click();
  await dialog(page).getByRole('button', { name: 'Опубликовать' }).click();
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  expect(await reviews(page, { maxRating: 2, status: 'moderation' })).toEqual([]);
});

test('the chairman decides about a review, answers it by a template, edits and deletes the answer', async ({
  page,
}) => {
  // One without an answer: working through reviews leaves an answered one on moderation.
  await open(page, accounts.chairman2, '?status=moderation&answered=no');
  const [row] = await reviews(page, { status: 'moderation', answered: false });
  await shownRows(page).first().getByRole('link').click();
  await expect(heading(page)).toHaveText(/^Отзыв для .+ от \d\d\.\d\d\.\d{4}$/);
  await expect(page.getByText(row?.comment ?? '').first()).toBeVisible();
  await button(page, 'Отклонить').click();
  await expect(page.getByText('Отклонён', { exact: true })).toBeVisible();
  await expect(button(page, 'Отклонить')).toHaveCount(0);
  await button(page, 'Опубликовать').click();
  await expect(button(page, 'Снять с публикации')).toBeVisible();

  await button(page, 'Ответить').click();
  await expect(dialog(page).getByRole('heading')).toHaveText('Ответить на отзыв');
  await button(page, 'Заготовки').click();
  await page.getByRole('menuitem', { name: /^Благодарность/ }).click();
  const answer = page.getByRole('textbox', { name: 'Ваш ответ' });
  await expect(answer).toHaveValue(new RegExp(`^${row?.name}, спасибо`));
  await answer.fill('я'.repeat(1005));
  await expect(answer).toHaveValue('я'.repeat(1000));
  await expect(page.getByText('остальное не вошло')).toBeVisible();
  await answer.fill('Спасибо! Звоните: +7 916 123-45-67');
  await expect(page.getByText(/есть номер телефона/)).toBeVisible();
  await button(page, 'Сохранить').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(/^Обновлён \d\d\.\d\d\.\d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(button(page, 'Ответить')).toHaveCount(0);

  await button(page, 'Редактировать ответ').click();
  await expect(dialog(page).getByRole('heading')).toHaveText('Редактировать отзыв');
  await answer.fill('Спасибо!');
  await button(page, 'Изменить').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Спасибо!', { exact: true })).toBeVisible();
  await button(page, 'Удалить ответ').click();
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Ответа пока нет.')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await button(page, 'Удалить').click();
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expect(page).toHaveURL(/\/feedbacks\?status=moderation&answered=no$/);
  await expectNotice(page, 'Отзыв удалён');
});

test('templates are added, changed and deleted beside the answer', async ({ page }) => {
  await open(page, accounts.univer, '?answered=no');
  await shownRows(page).first().getByRole('link').click();
  await button(page, 'Ответить').click();
  await page.getByRole('textbox', { name: 'Ваш ответ' }).fill('Начало');
  await button(page, 'Заготовки').click();
  await page.getByRole('menuitem', { name: 'Настроить заготовки' }).click();
  await button(page, 'Добавить заготовку').click();
  await page.getByRole('textbox', { name: 'Название' }).fill('Ёлка');
  await page.getByRole('textbox', { name: 'Текст ответа' }).fill('{имя}, с праздником');
  await button(page, 'Сохранить').last().click();
  await expect(page.getByText('{имя}, с праздником')).toBeVisible();
  await button(page, 'Редактировать заготовку: Ёлка').click();
  await page.getByRole('textbox', { name: 'Текст ответа' }).fill('Ура');
  await button(page, 'Сохранить').last().click();
  await expect(page.getByRole('textbox', { name: 'Текст ответа' })).toHaveCount(0);
  await button(page, 'Закрыть').last().click();
  await button(page, 'Заготовки').click();
  await page.getByRole('menuitem', { name: /^Ёлка/ }).click();
  await expect(page.getByRole('textbox', { name: 'Ваш ответ' })).toHaveValue('Начало\n\nУра');
  await button(page, 'Заготовки').click();
  await page.getByRole('menuitem', { name: 'Настроить заготовки' }).click();
  await button(page, 'Удалить заготовку: Ёлка').click();
  await dialog(page).last().getByRole('button', { name: 'Удалить', exact: true }).click();
  await expectNotice(page, 'Заготовка удалена');
  await expect(button(page, 'Удалить заготовку: Ёлка')).toHaveCount(0);
});

test('an operator without reviews has neither the entry nor the page', async ({ page }) => {
  await signIn(page, accounts.student);
  await expect(page.getByRole('link', { name: 'Новости' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Отзывы/ })).toHaveCount(0);
  expect((await call(page, 'PUT', '/v1/comments/list')).status()).toBe(403);
  await page.goto('/feedbacks');
  await expect(page).toHaveURL(/\/$/);
});

inEveryView(() => {
  test('reviews are accessible: list, selection, card, answer', async ({ page }) => {
    const sound = async (what: string) => {
      await expectAccessible(page, what);
      await noSideways(page);
    };
    await signIn(page, accounts.all, '/feedbacks');
    await expect(shownRows(page).first()).toBeVisible();
    await ticks(page).first().click();
    await sound('list with a selection');
    await page.goto('/feedbacks?deleted=yes');
    await expect(page.getByText(/^Удалён \d\d\./).first()).toBeVisible();
    await sound('deleted ones');
    const [row] = await reviews(page, { answered: false, status: 'public' });
    await page.goto(`/feedback/${row?.uuidComment}`);
    await expect(page.getByText('Студент написал отзыв')).toBeVisible();
    await sound('card');
    await button(page, 'Ответить').click();
    await page.getByRole('textbox', { name: 'Ваш ответ' }).fill('Пишите: a@b.ru');
    await expect(page.getByText(/адрес электронной почты/)).toBeVisible();
    await sound('answer');
    await button(page, 'Заготовки').click();
    await page.getByRole('menuitem', { name: 'Настроить заготовки' }).click();
    await expect(button(page, 'Добавить заготовку')).toBeVisible();
    await sound('templates');
  });
});
