import { inEveryView, noSideways } from './support/look';
import { call, expectTotal, shownRows, total } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  expectNotice,
  field,
  type Locator,
  type Page,
  signIn,
  test,
} from './support/test';

type Question = {
  uuidQuestion: string;
  uuid_category: string;
  question: string;
  owner: string;
  votes_all: number;
  can_edit: boolean;
};

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tick = (page: Page, text: string) =>
  page.getByRole('checkbox', { name: `Выбрать: ${text}`, exact: true });

async function questions(page: Page, query = ''): Promise<Question[]> {
  const headers = { 'X-Limit': '100' };
  const answer = await call(page, 'GET', `/v1/knowledge/questions${query}`, { headers });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function openKnowledge(page: Page, login: string) {
  await signIn(page, login);
  await page.getByRole('link', { name: 'База знаний' }).click();
  await expect(heading(page)).toHaveText('База знаний');
  await expect(page.getByRole('link', { name: /^Стипендии/ })).toBeVisible();
}

/** Adds questions by calls. */
async function put(page: Page, names: readonly string[]) {
  const [some] = await questions(page);
  for (const question of names) {
    const data = { uuidCategory: some?.uuid_category, question, answer: `Ответ: ${question}` };
    expect((await call(page, 'POST', '/v1/knowledge/question', { data })).status()).toBe(200);
  }
  return `/knowledge/${some?.uuid_category}`;
}

for (const [login, owner] of [
  [accounts.all, 'СтудБонус'],
  [accounts.student2, 'СПбГУ'],
] as const) {
  test(`${login} adds a question, finds it, changes and deletes it`, async ({ page }) => {
    await openKnowledge(page, login);
    await page.getByRole('link', { name: /^Стипендии/ }).click();
    await expect(heading(page)).toHaveText('Стипендии');
    const before = await total(page);

    await page.getByRole('link', { name: 'Добавить вопрос/акт' }).click();
    await expect(heading(page)).toHaveText('Добавление вопроса/нормативного акта');
    await expect(page).toHaveURL(/\/knowledge\/[\w-]{36}\/add$/);
    await expect(page.getByRole('combobox', { name: 'Категория' })).toHaveValue('Стипендии');
    await button(page, 'Добавить').click();
    await expect(page.getByText('Заполните все поля!')).toBeVisible();
    await expect(field(page, 'Вопрос')).toBeFocused();
    await field(page, 'Вопрос').fill(`Ёлочный <b>вопрос</b> ${owner}?`);
    await field(page, 'Ответ').fill(`${'я'.repeat(2499)}бв`); // one character over the limit
    await expect(page.getByText('Не более 2500 символов, сейчас 2501')).toBeVisible();
    await field(page, 'Ответ').fill('Первая строка\nСидоров-Зюзин объяснит, где взять ёлку.');
    await button(page, 'Добавить').click();

    await expect(page).toHaveURL(/\/knowledge\/[\w-]{36}$/);
    await expectNotice(page, 'Вопрос добавлен');
    const row = shownRows(page).first();
    await expect(row).toContainText(`Ёлочный <b>вопрос</b> ${owner}?`);
    await expect(row).toContainText(owner);
    await expect(row).toContainText('Нет голосов');
    await expectTotal(page).toBe(before + 1);

    // Found by a word of the answer in all categories, with е instead of ё.
    await page.getByRole('link', { name: 'База знаний' }).click();
    await expect(heading(page)).toHaveText('База знаний');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('зюзин елку');
    await expect(shownRows(page)).toHaveCount(1);
    await expect(shownRows(page).locator('mark')).toHaveText(['Зюзин', 'ёлку']);
    await expect(page).toHaveURL(/\/knowledge\?search=/);

    await shownRows(page).getByRole('link').click();
    await expect(heading(page)).toHaveText(/^Ёлочный <b>вопрос/);
    await expect(page.getByText('Обновление вопроса/нормативного акта')).toBeVisible();
    await expect(field(page, 'Ответ')).toHaveValue(/^Первая строка\nСидоров/);
    await field(page, 'Вопрос').fill('Уйду без сохранения');
    await button(page, 'Назад').click();
    await dialog(page).getByRole('button', { name: 'Остаться' }).click();
    await field(page, 'Вопрос').fill('Ёлочный вопрос исправлен?');
    await button(page, 'Сохранить').click();
    await expectNotice(page, 'Изменения сохранены');
    await expect(page).toHaveURL(/\/knowledge\?search=/);
    await expect(shownRows(page)).toContainText('Ёлочный вопрос исправлен?');

    await shownRows(page).getByRole('link').click();
    await expect(page.getByText('Вопрос изменён')).toBeVisible();
    await button(page, 'Удалить').click();
    await expect(dialog(page)).toContainText('«Ёлочный вопрос исправлен?»');
    await dialog(page).getByRole('button', { name: 'Отменить' }).click();
    await button(page, 'Удалить').click();
    await dialog(page).getByRole('button', { name: 'Удалить' }).click();
    await expectNotice(page, 'Вопрос удалён');
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
  });
}

test('the form without a category asks for one and returns to the question’s list', async ({
  page,
}) => {
  await openKnowledge(page, accounts.student);
  await page.getByRole('link', { name: 'Добавить вопрос/акт' }).click();
  await expect(page).toHaveURL('/knowledge/add');
  await button(page, 'Добавить').click();
  await expect(page.getByRole('combobox', { name: 'Категория' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Категория' }).fill('общеж');
  await page.getByRole('option', { name: 'Общежития' }).click();
  await field(page, 'Вопрос').fill('Где лифт?');
  await field(page, 'Ответ').fill('За углом.');
  await button(page, 'Добавить').click();
  await expect(heading(page)).toHaveText('Общежития');
  await expect(shownRows(page).first()).toContainText('Где лифт?');
});

test('a failed save is reported and keeps the input', async ({ page }) => {
  await openKnowledge(page, accounts.student);
  await page.getByRole('link', { name: /^Общежития/ }).click();
  await page.getByRole('link', { name: 'Добавить вопрос/акт' }).click();
  await field(page, 'Вопрос').fill('Дойдёт?');
  await field(page, 'Ответ').fill('Не сразу.');
  await page.route('**/v1/knowledge/question', (route) => route.fulfill({ status: 500 }), {
    times: 1,
  });
  await button(page, 'Добавить').click();
  await expectNotice(page, 'Произошла ошибка, попробуйте позже');
  await expect(field(page, 'Вопрос')).toHaveValue('Дойдёт?');
  await button(page, 'Добавить').click();
  await expect(shownRows(page).first()).toContainText('Дойдёт?');
});

test('after a conflict the second operator sees the saved values', async ({ page }) => {
  await signIn(page, accounts.student);
  const [own] = (await questions(page)).filter(({ can_edit }) => can_edit);
  await page.goto(`/knowledge/${own?.uuid_category}/${own?.uuidQuestion}`);
  await expect(field(page, 'Вопрос')).toHaveValue(own?.question ?? '');
  const data = {
    uuid: own?.uuidQuestion,
    uuidCategory: own?.uuid_category,
    question: 'Вопрос коллеги',
    answer: 'Ответ коллеги',
  };
  expect((await call(page, 'PUT', '/v1/knowledge/question', { data })).status()).toBe(200);
  await field(page, 'Вопрос').fill('Мой вопрос');
  await button(page, 'Сохранить').click();
  await dialog(page).getByRole('button', { name: 'Загрузить изменения' }).click();
  await expect(page.getByText('Сейчас сохранено: Вопрос коллеги')).toBeVisible();
  await expect(field(page, 'Ответ')).toHaveValue('Ответ коллеги');
  await expect(field(page, 'Вопрос')).toHaveValue('Мой вопрос');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Изменения сохранены');
});

test('questions of other owners are read-only', async ({ page }) => {
  await signIn(page, accounts.student);
  const all = await questions(page);
  for (const [foreign, owner] of [
    [all.find(({ owner }) => owner === 'admin'), 'СтудБонус'],
    [all.find(({ owner, can_edit }) => owner !== 'admin' && !can_edit), /СПбГУ|МГТУ/],
  ] as const) {
    await page.goto(`/knowledge/${foreign?.uuid_category}`);
    const box = page.getByRole('checkbox', { name: `${foreign?.question}. Изменить может` });
    await expect(box).toBeDisabled();
    await page.getByRole('link', { name: foreign?.question, exact: true }).click();
    await expect(heading(page)).toHaveText(foreign?.question ?? '');
    await expect(page.getByText(/^Изменить может только владелец: /)).toContainText(owner);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(button(page, 'Удалить')).toHaveCount(0);
    const data = {
      uuid: foreign?.uuidQuestion,
      uuidCategory: foreign?.uuid_category,
      question: 'Чужое',
      answer: 'Чужое',
    };
    expect((await call(page, 'PUT', '/v1/knowledge/question', { data })).status()).toBe(403);
  }
});

test('a range is selected with Shift and deleted', async ({ page }) => {
  await signIn(page, accounts.student);
  const names = ['Ёлка один', 'Ёлка два', 'Ёлка три', 'Ёлка четыре', 'Ёлка пять'];
  await page.goto(`${await put(page, names)}?search=елка`);
  await expect(shownRows(page)).toHaveCount(5); // the newest first
  await tick(page, 'Ёлка пять').click();
  await tick(page, 'Ёлка два').click({ modifiers: ['Shift'] });
  await expect(page.getByText('Выбрано: 4')).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await tick(page, 'Ёлка четыре').click();
  await tick(page, 'Ёлка три').click({ modifiers: ['Shift'] });
  await expect(page.getByText('Выбрано: 2')).toBeVisible();
  await expect(tick(page, 'Ёлка пять')).toBeChecked();
  await expect(tick(page, 'Ёлка два')).toBeChecked();

  // One of them is deleted in the meantime: then nothing is deleted, and the selection stays.
  const [gone] = (await questions(page, '?searchString=елка+два')).slice(0, 1);
  const data = { uuids: [gone?.uuidQuestion] };
  expect((await call(page, 'DELETE', '/v1/knowledge/question', { data })).status()).toBe(200);
  await button(page, 'Удалить').click();
  await expect(dialog(page)).toContainText('Будут удалены 2 вопроса');
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expectNotice(page, 'Не найдено.');
  await expect(page.getByText('Выбрано: 2')).toBeVisible();
  expect(await questions(page, '?searchString=елка')).toHaveLength(4);

  await page.reload();
  await page.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).click();
  await button(page, 'Удалить').click();
  await dialog(page).getByRole('button', { name: 'Удалить' }).click();
  await expectNotice(page, 'Удалены 4 вопроса');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
});

test('the university filter searches from three letters on, and is kept in the URL', async ({
  page,
}) => {
  await openKnowledge(page, accounts.all);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/univer')) asked += 1;
  });
  await button(page, 'Университет: все').click();
  const search = field(page, 'Найти университет');
  await search.pressSequentially('сп');
  await expect(page.getByText('Введите не меньше трёх букв названия.')).toBeVisible();
  await page.waitForTimeout(800); // longer than the debounce of the search
  expect(asked).toBe(0);
  await search.fill('спбг'); // at once: a pause of a busy machine would be another search
  await page.getByRole('radio', { name: 'СПбГУ' }).check();
  expect(asked).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/knowledge\?uuidUniversity=/);
  const found = await total(page);
  expect(found).toBeGreaterThan(3);
  await expect(shownRows(page).filter({ hasText: 'СПбГУ' })).toHaveCount(Math.min(found, 15));
  await page.reload();
  await expect(button(page, 'Университет: СПбГУ')).toBeVisible();
  await page.getByRole('button', { name: 'Убрать фильтр: СПбГУ' }).click();
  await expect(page.getByRole('link', { name: /^Стипендии/ })).toBeVisible();
});

test('sorts by votes, and moves from card to card in list order', async ({ page }) => {
  await signIn(page, accounts.student);
  const [most] = (await questions(page)).sort((a, b) => b.votes_all - a.votes_all);
  await page.goto(`/knowledge/${most?.uuid_category}`);
  await page.getByRole('button', { name: 'Всего голосов' }).click();
  await expect(page).toHaveURL(/sort=votes_all/);
  const first = shownRows(page).first();
  await expect(first).toContainText(most?.question ?? '');
  await expect(first.getByRole('img', { name: /^За: \d+, против: \d+$/ })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await first.getByRole('link').click();
  await expect(page.getByText(/^1 из \d+$/)).toBeVisible();
  const url = page.url();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^2 из \d+$/)).toBeVisible();
  expect(page.url()).not.toBe(url);
  await button(page, 'Назад').click();
  await expect(page).toHaveURL(/sort=votes_all/);
});

for (const login of [accounts.univer, accounts.chairman, accounts.flag]) {
  test(`${login} sees the menu entry, is redirected and notified`, async ({ page }) => {
    await signIn(page, login);
    await page.getByRole('link', { name: 'База знаний' }).click();
    await expectNotice(page, 'Доступ запрещён.');
    await expect(page).not.toHaveURL(/knowledge/);
    const id = '00000000-0000-4000-8000-000000000000';
    for (const path of ['/knowledge/add', `/knowledge/${id}`, `/knowledge/${id}/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Перейти к содержимому' })).toBeAttached();
      await expect(page).not.toHaveURL(/knowledge/);
    }
    for (const path of ['category', 'questions', `question/${id}`]) {
      expect((await call(page, 'GET', `/v1/knowledge/${path}`)).status()).toBe(403);
    }
  });
}

test('the knowledge base needs no structure', async ({ page }) => {
  await signIn(page, accounts.fresh);
  await page.getByRole('link', { name: 'База знаний' }).click();
  await expect(page.getByRole('link', { name: /^Стипендии/ })).toBeVisible();
});

test('unknown addresses show a message', async ({ page }) => {
  await signIn(page, accounts.all, '/knowledge/nowhere');
  await expect(page.getByText('Такой категории нет')).toBeVisible();
  await page.getByRole('link', { name: 'Ко всем категориям' }).click();
  await page.getByRole('link', { name: /^Стипендии/ }).click();
  await expect(shownRows(page).first()).toBeVisible();
  await page.goto(`${page.url()}/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('Не найдено.')).toBeVisible();
});

inEveryView(() => {
  const look = async (page: Page, what: string, path: string, mark: Locator) => {
    await page.goto(path);
    await expect(mark).toBeVisible();
    await expectAccessible(page, what);
    await noSideways(page);
  };

  test('its lists are accessible, popups too', async ({ page }) => {
    await signIn(page, accounts.student);
    const own = (await questions(page)).find(({ can_edit }) => can_edit);
    const shelf = page.getByRole('link', { name: /^Стипендии/ });
    await look(page, 'categories', '/knowledge', shelf);
    const sheet = button(page, 'Фильтры и сортировка'); // on phones
    if (await sheet.isVisible()) await sheet.click();
    await page.getByRole('button', { name: /^Университет/ }).click();
    await expect(field(page, 'Найти университет')).toBeVisible();
    await expectAccessible(page, 'universities');
    await look(page, 'found', '/knowledge?search=заявлен', shownRows(page).first());
    await page.goto(`/knowledge/${own?.uuid_category}`);
    await tick(page, own?.question ?? '').check();
    await expectAccessible(page, 'selection');
    await noSideways(page);
    await button(page, 'Удалить').click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page, 'confirmation');
  });

  test('its forms are accessible', async ({ page }) => {
    await signIn(page, accounts.student);
    const all = await questions(page);
    const pathOf = (one: Question | undefined) =>
      `/knowledge/${one?.uuid_category}/${one?.uuidQuestion}`;
    const notice = page.getByText('Вопрос добавлен');
    await look(page, 'own', pathOf(all.find(({ can_edit }) => can_edit)), notice);
    await look(page, 'foreign', pathOf(all.find(({ can_edit }) => !can_edit)), notice);
    await page.goto('/knowledge/add');
    await button(page, 'Добавить').click();
    await expect(page.getByText('Заполните все поля!')).toBeVisible();
    await expectAccessible(page, 'errors');
    await noSideways(page);
  });
});
