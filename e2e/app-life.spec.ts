// News, surveys, seats, reviews, complaints and help in the students' app.
import { becomeActive, kept, operator, ownCall, signInApp, test } from './support/app';
import { inEveryAppView } from './support/look';
import type { Server } from './support/server';
import { button, expect, type Page } from './support/test';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

type Story = {
  id: string;
  title: string;
  survey: { isOpen: boolean; voted: number | null; questions: { kind: string }[] } | null;
  event: { isOpen: boolean } | null;
};

/** A news item of the demo data that meets a condition. */
async function storyWith(page: Page, server: Server, fits: (story: Story) => boolean) {
  const { items } = await ownCall(page, server, '/s/v1/news?limit=100');
  for (const { id } of items) {
    const story = (await ownCall(page, server, `/s/v1/news/${id}`)) as Story;
    if (fits(story)) return story;
  }
  throw new Error('no such news item in the demo data');
}

const partner = 'Ресторан «Северный причал»';

async function openPartner(page: Page) {
  await page.goto(`/offers?search=${encodeURIComponent('северный причал')}`);
  await page.getByRole('link', { name: partner }).click();
  await heading(page, partner);
}

test('the feed opens an item; offline, items seen before stay readable', async ({
  page,
  server,
  context,
}) => {
  await becomeActive(page, server);
  await page.goto('/');
  await page.getByRole('link', { name: 'Новости' }).click();
  await heading(page, 'Новости');
  const first = page.getByRole('article').first();
  const title = (await first.getByRole('heading').textContent()) ?? '';
  await first.getByRole('link').click();
  await heading(page, title);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => kept(page)).toMatch(/"news".*"story"|"story".*"news"/);
  await context.setOffline(true);
  await page.reload();
  await heading(page, title);
  await expect(page.getByText('Нет связи, показано сохранённое')).toBeVisible();
  await page.getByRole('link', { name: 'Новости' }).click();
  await expect(page.getByRole('article').first()).toContainText(title);
});

test('pulling the feed down refreshes it', async ({ page, server, context }) => {
  await becomeActive(page, server);
  await page.goto('/news');
  await expect(page.getByRole('article').first()).toBeVisible();
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 200, y }],
    });
  const pull = async (length: number) => {
    await touch('touchStart', 200);
    await touch('touchMove', 200 + length / 2);
    await touch('touchMove', 200 + length);
  };
  let asked = 0;
  await page.route('**/s/v1/news*', async (route) => {
    asked += 1;
    await route.continue();
  });
  await pull(60); // too short
  await expect(page.getByText('Потяните, чтобы обновить')).toBeVisible();
  await touch('touchEnd');
  await expect(page.getByText('Потяните, чтобы обновить')).toBeHidden();
  expect(asked).toBe(0);
  await pull(220);
  await expect(page.getByText('Отпустите, чтобы обновить')).toBeVisible();
  await touch('touchEnd');
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByText('Обновляем…')).toBeHidden();
});

test('a deleted item, a failing server, and members without a card', async ({ page, server }) => {
  await signInApp(page, server);
  await page.goto('/news');
  await expect(page.getByText('Новости вашего университета откроются с картой')).toBeVisible();
  await button(page, 'Получить карту').click();
  await heading(page, 'Получите карту студента');
  await page.context().clearCookies();
  await becomeActive(page, server);
  await page.goto('/news/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Этой новости больше нет')).toBeVisible();
  await page.route('**/s/v1/news*', (route) => route.fulfill({ status: 500 }));
  await button(page, 'Все новости').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/s/v1/news*');
  await button(page, 'Повторить').click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a survey is answered once, with a free-text answer', async ({ page, server }) => {
  await becomeActive(page, server);
  const isWanted = ({ survey }: Story) =>
    survey?.isOpen === true && survey.questions[0]?.kind === 'multiple';
  const { id } = await storyWith(page, server, isWanted);
  await page.goto(`/news/${id}`);
  const survey = page.getByRole('region', { name: 'Опрос' });
  await button(page, 'Отправить ответ').click();
  await expect(survey.getByText('Ответьте на этот вопрос.')).toBeVisible();
  await survey.getByRole('checkbox').first().check();
  await survey.getByRole('checkbox', { name: 'Свой ответ' }).check();
  await button(page, 'Отправить ответ').click();
  await expect(survey.getByText('Напишите свой ответ или выберите другой.')).toBeVisible();
  await survey.getByRole('textbox').fill('В лифте');
  await button(page, 'Отправить ответ').dblclick();
  await expect(survey.getByText('Спасибо, ваш ответ принят.')).toBeVisible();
  await page.reload();
  await expect(survey.getByText('Спасибо, ваш ответ принят.')).toBeVisible();
  await expect(button(page, 'Отправить ответ')).toHaveCount(0);
});

test('a seat is booked, and cancelled after a confirmation', async ({ page, server }) => {
  await becomeActive(page, server);
  const { id } = await storyWith(page, server, ({ event }) => event?.isOpen === true);
  await page.goto(`/news/${id}`);
  await button(page, 'Записаться').dblclick();
  await expect(page.getByText('Вы записаны')).toBeVisible();
  await page.reload();
  await button(page, 'Отказаться от места').click();
  await expect(button(page, 'Да, освободить место')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Вы записаны')).toBeVisible();
  await button(page, 'Отказаться от места').click();
  await button(page, 'Да, освободить место').click();
  await expect(button(page, 'Записаться')).toBeVisible();
  await page.route('**/seat', (route) =>
    route.fulfill({ status: 409, json: { status: 409, detail: 'Свободных мест нет.' } }),
  );
  await button(page, 'Записаться').click();
  await expect(page.getByRole('alert')).toContainText('Свободных мест нет.');
});

test('a review is written, edited while it waits, and final once public', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  await openPartner(page);
  const reviews = page.getByRole('region', { name: 'Отзывы' });
  await button(page, 'Написать отзыв').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: '4 звезды' }).check();
  await sheet.getByRole('textbox').fill('Вкусно');
  await page.keyboard.press('Escape');
  await button(page, 'Написать отзыв').click(); // the input is still there
  await expect(sheet.getByRole('textbox')).toHaveValue('Вкусно');
  await sheet.getByRole('button', { name: 'Отправить' }).click();
  await expect(reviews.getByText('Пока отзыв можно изменить')).toBeVisible();
  await button(page, 'Изменить отзыв').click();
  await sheet.getByRole('radio', { name: '5 звёзд' }).check();
  await sheet.getByRole('textbox').fill('Очень вкусно');
  await sheet.getByRole('button', { name: 'Отправить' }).click();
  await expect(reviews.getByText('Очень вкусно')).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const own = await ownCall(page, server, `/s/v1/partners/${id}/review`);
  const call = await operator(page.request, server);
  await call('PUT', '/v1/comments/status', { uuidComments: [own.id], status: 'public' });
  await page.reload();
  await expect(reviews.getByText('Изменить его уже нельзя')).toBeVisible();
  await expect(button(page, 'Изменить отзыв')).toHaveCount(0);
});

test('another student’s review is marked useful; a complaint reaches the operators', async ({
  page,
  server,
}) => {
  await becomeActive(page, server);
  await openPartner(page);
  const review = page.getByRole('article').first();
  const like = review.getByRole('button', { name: /^Полезно/ });
  const count = Number((await like.textContent())?.replace(/\D/g, ''));
  await page.route('**/s/v1/reviews/*/like', (route) => route.abort());
  await like.click();
  await expect(page.getByText('Отметка не сохранилась')).toBeVisible();
  await expect(like).toHaveText(`Полезно${count || ''}`);
  await page.unroute('**/s/v1/reviews/*/like');
  const saved = page.waitForResponse('**/s/v1/reviews/*/like');
  await like.click();
  await expect(like).toHaveText(`Полезно${count + 1}`);
  await saved; // the reload would cancel it
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveText(`Полезно${count || ''}`);

  await button(page, 'Пожаловаться').click();
  await button(page, 'Отправить жалобу').click();
  await expect(page.getByText('Опишите, что случилось.')).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox').fill('Скидку не дали');
  await button(page, 'Отправить жалобу').dblclick();
  await expect(page.getByText('Жалоба отправлена.')).toBeVisible();
});

test('guests find help, and students rate it', async ({ page, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Помощь' }).click();
  await heading(page, 'Помощь');
  await page.getByRole('searchbox').fill('МОЙ ОТЗЫВ');
  const question = page.getByText('Почему мой отзыв не опубликован?');
  await question.click();
  await expect(page.getByText('Все отзывы проходят модерацию')).toBeVisible();
  await expect(page.getByText('Помогло?')).toHaveCount(0);
  await page.getByRole('searchbox').fill('нет такого слова');
  await expect(page.getByText('Ничего не нашлось')).toBeVisible();
  await button(page, 'Показать все вопросы').click();
  await button(page, 'Мероприятия').click();
  await expect(page.getByText('Как предложить своё мероприятие?')).toBeVisible();
  await expect(question).toBeHidden();

  await becomeActive(page, server);
  await page.goto('/');
  await heading(page, 'Карта студента');
  await page.getByRole('link', { name: 'Профиль' }).click();
  await page.getByRole('link', { name: 'Помощь' }).click();
  await question.click();
  await button(page, 'Да').click();
  await expect(page.getByText('Спасибо за ответ.')).toBeVisible();
  await page.reload();
  await question.click();
  await expect(button(page, 'Да')).toHaveAttribute('aria-pressed', 'true');
});

test('signing out deletes news, codes and partners', async ({ page, server }) => {
  await becomeActive(page, server);
  await page.goto('/news');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => kept(page)).toContain('"news"');
  await page.goto('/profile');
  await button(page, 'Выйти').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
  await heading(page, 'Карта студента в телефоне');
  await page.reload(); // writes that were due are done when a page goes
  await heading(page, 'Карта студента в телефоне');
  expect(await kept(page)).not.toContain('news');
});

inEveryAppView((look) => {
  test('news, an item with a survey or an event, help', async ({ page, server }) => {
    await page.goto('/help');
    await page.getByText('Почему мой отзыв не опубликован?').click();
    await look(page, 'help-guest');
    await signInApp(page, server);
    await page.goto('/news');
    await expect(page.getByText('Новости вашего университета откроются с картой')).toBeVisible();
    await look(page, 'news-closed');
    await page.context().clearCookies();
    await becomeActive(page, server);
    await page.goto('/news');
    await expect(page.getByRole('article').first()).toBeVisible();
    await look(page, 'news');
    const stories: [string, (story: Story) => boolean][] = [
      ['survey', ({ survey }) => survey?.isOpen === true],
      ['results', ({ survey }) => survey?.isOpen === false && survey.voted !== null],
      ['event', ({ event }) => event?.isOpen === true],
    ];
    for (const [what, fits] of stories) {
      const { id, title } = await storyWith(page, server, fits);
      await page.goto(`/news/${id}`);
      await heading(page, title);
      await look(page, what);
    }
    await button(page, 'Записаться').click();
    await expect(page.getByText('Вы записаны')).toBeVisible();
    await look(page, 'seat');
  });
});
