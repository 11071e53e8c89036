// The life of news: creation, moderation, blocking, surveys and events, scheduling, reading.
import { readFileSync } from 'node:fs';
import {
  dayFromNow,
  expectCard,
  fillMoment,
  newsCard,
  newsOf,
  openedNews,
  someNews,
  startNews,
  statusOf,
} from './support/news';
import { expectTotal, picture, shownRows } from './support/students';
import { accounts, button, clickAside, expect, expectNotice, signIn, test } from './support/test';

test('a regional item goes from its author to the chairman, is blocked and unblocked', async ({
  page,
  browser,
}) => {
  const title = 'Фестиваль студенческих театров столицы';
  await signIn(page, accounts.student);
  await startNews(page, title, 'region');
  await page.getByRole('textbox', { name: 'Текст' }).fill('Приглашаем на три вечера спектаклей.');
  await expect(page.getByText(/Новость увид/)).toContainText(/\d студент/);
  await button(page, 'Отправить на модерацию').click();
  await expectCard(page, title);
  await expect(statusOf(page)).toContainText('На модерации');
  await expectNotice(page, 'Новость отправлена на модерацию');
  await expect(button(page, 'Опубликовать')).toHaveCount(0);
  const id = openedNews(page);

  // The chairman's menu counts it, and the chairman declines it with a reason.
  const chairs = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  const chair = await chairs.newPage();
  await signIn(chair, accounts.chairman);
  const waiting = (await newsOf(chair, { typeNews: 'region', approve: 'wait' })).length;
  await expect(chair.getByRole('link', { name: /^Новости/ })).toContainText(String(waiting));
  await chair.goto(`/news/${id}`);
  await expectCard(chair, title);
  await button(chair, 'Отклонить').click();
  await chair.getByRole('textbox', { name: 'Другая причина' }).fill('Нет дат и адреса');
  await chair.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(statusOf(chair)).toContainText('Отклонена');
  await expect(chair.getByRole('link', { name: /^Новости/ })).toContainText(String(waiting - 1));

  // The author sees the reason and edits the item, which then waits again.
  await page.reload();
  await expect(page.getByText('Нет дат и адреса').first()).toBeVisible();
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await expect(button(page, 'Сохранить')).toBeVisible();
  await page.getByRole('textbox', { name: 'Заголовок' }).fill(`${title}: 3–5 декабря`);
  await button(page, 'Отправить на модерацию').click();
  await expectCard(page, `${title}: 3–5 декабря`);
  await expect(statusOf(page)).toContainText('На модерации');

  // Published, blocked, unblocked: back to moderation (rules 9.4).
  await chair.reload();
  await button(chair, 'Опубликовать').click();
  await expect(statusOf(chair)).toContainText('Опубликована');
  await clickAside(button(chair, 'Заблокировать'));
  await expect(chair.getByRole('dialog')).toContainText(title);
  await chair.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(statusOf(chair)).toContainText('Заблокирована');
  await button(chair, 'Разблокировать').click();
  await expect(statusOf(chair)).toContainText('На модерации');
  await expectNotice(chair, 'Новость разблокирована');
  expect((await newsCard(chair, id)).approve).toBe('wait');
  await chairs.close();
});

test('a conflicting decision shows the first one', async ({ page, browser }) => {
  await signIn(page, accounts.chairman);
  const item = await someNews(page, () => true, { typeNews: 'region', approve: 'wait' });
  await page.goto(`/news/${item.uuidNews}`);
  await expectCard(page, item.title);
  const others = await browser.newContext();
  const flag = await others.newPage();
  await signIn(flag, accounts.flag);
  await flag.goto(`/news/${item.uuidNews}`);
  await button(flag, 'Опубликовать').click();
  await expect(statusOf(flag)).toContainText('Опубликована');
  await button(page, 'Опубликовать').click();
  await expectNotice(page, /Новость сейчас опубликована/);
  await expect(statusOf(page)).toContainText('Опубликована');
  await others.close();
});

test('a survey and an event are saved with their item in one call', async ({ page }) => {
  await signIn(page, accounts.student);
  const title = 'Выбираем день экскурсии';
  await startNews(page, title, 'university');

  await button(page, 'Добавить: Опрос').click();
  await button(page, 'Убрать вопрос 1').click();
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Вы не указали ни одного вопроса')).toBeVisible();
  await expect(page.getByText('Даты обязательны для заполнения')).toHaveCount(2);
  await button(page, 'Добавить вопрос').click();
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Все вопросы должны быть заполнены')).toBeVisible();
  await page.getByRole('textbox', { name: 'Текст вопроса' }).fill('Когда вам удобно?');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Все ответы на вопросы должны быть заполнены')).toBeVisible();
  await page.getByRole('textbox', { name: 'Вариант a' }).fill('В субботу');
  await page.getByRole('textbox', { name: 'Вариант a' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Вариант b' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Вариант b' }).fill('В воскресенье');
  await page.getByRole('combobox', { name: 'Тип ответа' }).selectOption('multiple');
  await page.getByText('Добавить вариант «Другое»').click();
  await fillMoment(page, 'Начало опроса', dayFromNow(1), '10:00');
  await fillMoment(page, 'Окончание опроса', dayFromNow(1), '09:00');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Окончание должно быть позже начала')).toBeVisible();
  await fillMoment(page, 'Окончание опроса', dayFromNow(3), '10:00');
  await button(page, 'Сохранить').click();
  await expect(page.getByText(/^1 вопрос, с /)).toBeVisible();

  await button(page, 'Добавить: Мероприятие').click();
  await page.getByRole('textbox', { name: 'Название' }).fill('Экскурсия в музей');
  await fillMoment(page, 'Начало', dayFromNow(5), '12:00');
  await fillMoment(page, 'Окончание записи', dayFromNow(6), '12:00');
  await page.getByRole('textbox', { name: 'Количество мест' }).fill('25');
  await page.getByRole('textbox', { name: 'Адрес' }).fill('Москва, Моховая улица, 9');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Запись должна закончиться не позже начала')).toBeVisible();
  await fillMoment(page, 'Окончание записи', dayFromNow(4), '12:00');
  await button(page, 'Сохранить').click();

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await button(page, 'Опубликовать').click();
  await expectCard(page, title);
  expect(calls).toEqual(['/v1/news']);
  await expect(page.getByText(/^Опрос начнётся/)).toBeVisible();
  await expect(page.getByText('занято 0 из 25')).toBeVisible();
  await expect(page.getByText('Москва, Моховая улица, 9')).toBeVisible();
  const stored = await newsCard(page, openedNews(page));
  expect(stored.pooling?.questions[0]?.answerVariants).toHaveLength(2);
  expect(stored.event).toMatchObject({ placesCount: 25, address: 'Москва, Моховая улица, 9' });

  await page.getByRole('link', { name: 'Участники' }).click();
  await expect(page.getByText('Нет откликов')).toBeVisible();
});

test('results and participants are downloaded as spreadsheets', async ({ page }) => {
  await signIn(page, accounts.all);
  const survey = await someNews(page, ({ pooling }) => (pooling?.voted ?? 0) > 0);
  await page.goto(`/news/${survey.uuidNews}`);
  await expect(page.getByText(/\d голос/).first()).toBeVisible();
  const results = page.waitForEvent('download');
  await button(page, 'Скачать результаты').click();
  const file = await results;
  expect(file.suggestedFilename()).toBe('survey.xlsx');
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  const event = await someNews(page, (item) => (item.event?.placesCountBooked ?? 0) > 9);
  await page.goto(`/news/${event.uuidNews}`);
  await page.getByRole('link', { name: 'Участники' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Участники: ${event.title}`);
  await expect(shownRows(page)).toHaveCount(Math.min(15, event.event?.placesCountBooked ?? 0));
  await expect(shownRows(page).first()).toContainText(/\+7 \d{3} \d{3} \d{2} \d{2}/);
  await expectTotal(page).toBe(event.event?.placesCountBooked);
  const list = page.waitForEvent('download');
  await button(page, 'Скачать список').click();
  expect((await list).suggestedFilename()).toBe('Участники.xlsx');
  await button(page, 'Назад').click();
  await expectCard(page, event.title);
});

test('a survey with votes is locked in the form', async ({ page }) => {
  await signIn(page, accounts.all);
  const item = await someNews(page, ({ pooling }) => (pooling?.voted ?? 0) > 0);
  await page.goto(`/news/${item.uuidNews}/edit`);
  await expect(page.getByText('Студенты уже голосуют')).toBeVisible();
  await expect(button(page, 'Изменить: Опрос')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Заголовок' }).fill(`${item.title}!`);
  await button(page, 'Сохранить').click();
  await expectCard(page, `${item.title}!`);
});

test('an item is scheduled, with ordered pictures, tags and a pin', async ({ page }) => {
  await signIn(page, accounts.univer);
  const title = 'Зимняя школа аналитики';
  await startNews(page, title, 'university');
  await expect(page.getByRole('combobox', { name: 'Тип' }).locator('option')).toHaveText([
    'Выберите тип',
    'Местная',
    'Региональная',
  ]);

  await button(page, 'Добавить: Публикация по расписанию').click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Сохранить' });
  await expect(save).toBeDisabled();
  await fillMoment(page, 'Начало публикации', dayFromNow(-1), '10:00');
  await expect(page.getByText('Это время уже прошло')).toBeVisible();
  await expect(save).toBeDisabled();
  await fillMoment(page, 'Начало публикации', dayFromNow(2), '25:00');
  await expect(save).toBeDisabled();
  await fillMoment(page, 'Начало публикации', dayFromNow(2), '10:00');
  await page.getByText('Указать окончание публикации').click();
  await expect(save).toBeDisabled();
  await fillMoment(page, 'Окончание публикации', dayFromNow(2), '10:00');
  await expect(page.getByText('Окончание должно быть позже начала')).toBeVisible();
  await fillMoment(page, 'Окончание публикации', dayFromNow(2), '10:01');
  await save.click();

  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Добавить изображения').click();
  const big = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) };
  const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
  await (await chooser).setFiles([picture('one.png', 60), picture('two.png', 90), big, text]);
  await expect(page.getByText('big.png: Файл больше 5 МБ')).toBeVisible();
  await expect(page.getByText('a.txt: Подойдёт изображение')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Изображение 2' })).toBeVisible();
  await button(page, 'Изображение 2: поставить раньше').click();

  await page.getByRole('combobox', { name: 'Закрепление' }).selectOption('Закрепить');
  await page.getByRole('combobox', { name: 'Теги' }).fill('школа');
  await page.getByRole('combobox', { name: 'Теги' }).press('Enter');
  const plan = page.getByRole('button', { name: /^Запланировать на \d\d\.\d\d.*, 10:00 МСК$/ });
  await plan.click();
  await expect(page.getByText('Укажите дату и время закрепления')).toBeVisible();
  await fillMoment(page, 'Закрепить до', dayFromNow(9), '18:00');
  await plan.click();
  await expectCard(page, title);
  await expect(page.getByText(/^Выйдет .*, 10:00 МСК$/)).toBeVisible();
  await expectNotice(page, 'Публикация запланирована');
  const stored = await newsCard(page, openedNews(page));
  expect(stored.photoUrl).toHaveLength(2);
  expect(stored.tags).toEqual(['школа']);
  expect(stored.publishBegin).toMatch(/10:00$/);
});

test('messengers and railway bonus; its page is for programme staff only', async ({ page }) => {
  await signIn(page, accounts.all);
  const title = 'Скидки на поезда в каникулы';
  await startNews(page, title, 'federal');
  await button(page, 'Добавить: Мессенджеры').click();
  await page.getByText('Telegram', { exact: true }).click();
  await page.getByText('ВКонтакте', { exact: true }).click();
  await button(page, 'Сохранить').click();
  await button(page, 'Добавить: РЖД Бонус').click();
  await page.getByRole('textbox', { name: 'Ссылка на программу' }).fill('javascript:alert(1)');
  await button(page, 'Сохранить').click();
  await expect(page.getByText('Укажите адрес сайта')).toBeVisible();
  await page.getByRole('textbox', { name: 'Ссылка на программу' }).fill('rzd-bonus.ru/student');
  await button(page, 'Сохранить').click();
  await button(page, 'Опубликовать').click();
  await expectCard(page, title);
  await expect(page.getByText('Telegram', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'РЖД Бонус', exact: true }).click();
  await expect(page).toHaveURL(/\/rzd-bonus$/);
  await expect(shownRows(page).first()).toContainText(title);

  // Removed from the railway bonus, then deleted after a confirmation that names it.
  await shownRows(page).first().click();
  await expectCard(page, title);
  await button(page, 'Удалить').click();
  await expect(page.getByRole('dialog')).toContainText(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await expectNotice(page, 'Новость удалена');
  expect((await newsOf(page)).map((item) => item.title)).not.toContain(title);
});

test('others have no railway bonus', async ({ page }) => {
  await signIn(page, accounts.chairman);
  await expect(page.getByRole('link', { name: 'РЖД Бонус' })).toHaveCount(0);
  await page.goto('/rzd-bonus');
  await expectNotice(page, 'Доступ запрещён.');
});
