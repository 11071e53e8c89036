// Operators who double-click, press Esc too early, or are signed out while typing.
import { newPartner, openCard, partnerCard } from './support/partners';
import { call, fullName, someStudent } from './support/students';
import {
  accounts,
  button,
  drafts,
  enter,
  expect,
  expectNotice,
  field,
  type Locator,
  type Page,
  password,
  signIn,
  test,
} from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const question = (page: Page) => page.getByRole('dialog', { name: 'Закрыть без сохранения?' });

/**
 * Double-clicks at the position of an element, whatever is there at the second click. The events carry the time between the
 * clicks, because a busy machine would make two single clicks of them.
 */
async function clickTwice(page: Page, target: Locator, gap: number) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to click on');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000; // s
  const click = async (clickCount: number, timestamp: number) => {
    const at = { x, y, button: 'left', clickCount, timestamp } as const;
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  };
  await click(1, start);
  if (gap > 0) await page.waitForTimeout(gap);
  await click(2, start + gap / 1000);
  await session.detach();
}

/** Counts calls and delays each one. */
async function watch(page: Page, path: RegExp, method: string, delay: number) {
  let calls = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === method) {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
    await route.continue();
  });
  return () => calls;
}

for (const { gap, delay } of [
  { gap: 0, delay: 0 },
  { gap: 100, delay: 400 },
  { gap: 120, delay: 0 },
]) {
  const title = `two clicks ${gap} ms apart, the answer after ${delay} ms: one decision`;
  test(title, async ({ page }) => {
    await signIn(page, accounts.student);
    const nth = gap + delay;
    const moved = await watch(page, /\/v1\/user\/status$/, 'PUT', delay);

    const application = await someStudent(page, {}, nth / 20, '/v1/student/request');
    await page.goto(`/application/card/${application.uuidUser}`);
    await expect(heading(page)).toHaveText(fullName(application));
    await clickTwice(page, button(page, 'Одобрить'), gap);
    await expectNotice(page, 'Заявка одобрена');
    await expect(page).toHaveURL('/application');
    await page.waitForTimeout(300); // leaves time for a wrong second decision
    await expect(page).toHaveURL('/application');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(moved()).toBe(1);

    const student = await someStudent(page, { status: 'active' }, 300 + nth / 20);
    await page.goto(`/card/${student.uuidUser}`);
    await button(page, 'Заблокировать').click();
    await clickTwice(page, dialog(page).getByRole('button', { name: 'Заблокировать' }), gap);
    await expect(button(page, 'Разблокировать')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/card/${student.uuidUser}`);
    await clickTwice(page, button(page, 'Разблокировать'), gap);
    await expect(button(page, 'Заблокировать')).toBeVisible();
    await page.waitForTimeout(300); // leaves time for a wrong second decision
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(moved()).toBe(3);
  });
}

test('a double click deletes once, and Cancel leaves one page only', async ({ page }) => {
  await signIn(page, accounts.all, '/partners');
  const card = await newPartner(page, 'Дважды удалённая скидка');
  const data = {
    uuidPartner: card.uuidPartner,
    discounts: [1, 2, 3].map((size) => ({ type: 'fix', size: `${size}`, description: 'Скидка' })),
  };
  expect((await call(page, 'POST', '/v1/discount', { data })).status()).toBe(200);
  const deleted = await watch(page, /\/v1\/discount\//, 'DELETE', 200);
  await openCard(page, card.uuidPartner);
  await button(page, 'Удалить скидку: 2 %').click();
  await clickTwice(page, dialog(page).getByRole('button', { name: 'Удалить' }), 100);
  await expect(button(page, 'Удалить скидку: 2 %')).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  expect(deleted()).toBe(1);
  expect((await partnerCard(page, card.uuidPartner)).countDiscounts).toBe(2);

  for (const gap of [0, 100]) {
    await page.getByRole('link', { name: 'Редактировать', exact: true }).click();
    await expect(field(page, 'Название')).toBeVisible();
    await clickTwice(page, button(page, 'Отменить'), gap);
    await expect(page).toHaveURL(new RegExp(`/partners/card/${card.uuidPartner}$`));
    await page.waitForTimeout(300); // leaves time for a wrong second decision
    await expect(page).toHaveURL(new RegExp(`/partners/card/${card.uuidPartner}$`));
  }
});

test('Esc asks before it discards a survey, and closes only the calendar if one is open', async ({
  page,
}) => {
  await signIn(page, accounts.univer, '/news/add');
  await button(page, 'Добавить: Опрос').click();
  const survey = page.getByRole('dialog', { name: 'Опрос' });
  await survey.getByRole('textbox', { name: 'Текст вопроса' }).fill('Куда поедем?');
  await survey.getByRole('button', { name: 'Открыть календарь' }).first().click();
  const calendar = page.getByRole('dialog', { name: 'Календарь' });
  await expect(calendar.getByRole('button', { name: 'Следующий месяц' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(survey).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(survey.getByRole('textbox', { name: 'Текст вопроса' })).toHaveValue('Куда поедем?');
  await page.mouse.click(5, 5);
  await button(page, 'Вернуться').click();
  await survey.getByRole('button', { name: 'Отменить' }).click();
  await button(page, 'Не сохранять').click();
  await expect(survey).toBeHidden();
});

test('a session that ends while typing loses no input', async ({ page }) => {
  await signIn(page, accounts.all, '/partners/new');
  await field(page, 'Название').fill('Кофейня «Недописанная»');
  await page.getByRole('combobox', { name: 'Город' }).pressSequentially('Моск');
  await page.getByRole('option', { name: 'Москва', exact: true }).click();
  await page.getByRole('combobox', { name: 'Категория' }).selectOption({ index: 1 });
  await field(page, 'Телефон').fill('9123456789');
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  const ended = await page.request.delete('/v1/auth/session', { data: { refreshToken } });
  expect(ended.ok()).toBe(true);
  await page.evaluate(() => {
    const token = localStorage.getItem('accessToken') ?? '';
    localStorage.setItem('accessToken', `${token.slice(0, -4)}AAAA`);
  });
  await button(page, 'Сохранить').click();
  await expect(page).toHaveURL('/auth');
  await field(page, 'E-mail').fill(accounts.all);
  await field(page, 'Пароль').fill(password);
  await field(page, 'Пароль').press('Enter');
  await expect(page).toHaveURL('/partners/new');
  await expect(page.getByText(/^Восстановлен черновик от/)).toBeVisible();
  await expect(field(page, 'Название')).toHaveValue('Кофейня «Недописанная»');
  await expect(page.getByRole('combobox', { name: 'Город' })).toHaveValue('Москва');
  await expect.poll(() => drafts(page)).toContain('Недописанная');
  page.on('dialog', (asked) => asked.accept());
  await page.reload();
  await expect(field(page, 'Название')).toHaveValue('Кофейня «Недописанная»');
  await expect(page.getByRole('combobox', { name: 'Город' })).toHaveValue('Москва');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tab'))).toBeNull();

  // After cancelling, the next one starts empty.
  await button(page, 'Отменить').click();
  await expect(dialog(page)).toContainText('будут потеряны');
  await button(page, 'Уйти').click();
  await expect(page).not.toHaveURL('/partners/new');
  await page.goto('/partners/new');
  await expect(field(page, 'Название')).toHaveValue('');
  await expect(page.getByText(/черновик/i)).toHaveCount(0);
});

test('the drafts of the last operator are gone when another one signs in', async ({ page }) => {
  await signIn(page, accounts.univer, '/news/add');
  page.on('dialog', (asked) => asked.accept());
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Черновик предшественника');
  await expect.poll(() => drafts(page)).toContain('Черновик предшественника');
  await page.evaluate(() => ['accessToken', 'refreshToken'].map((k) => localStorage.removeItem(k)));
  await enter(page, accounts.all);
  await expect.poll(() => drafts(page)).toBe('[]');
});

test('each tab has its own draft, and the draft of a closed tab is offered', async ({
  page,
  context,
}) => {
  await signIn(page, accounts.univer, '/news/add');
  const title = (of: Page) => of.getByRole('textbox', { name: 'Заголовок' });
  await title(page).fill('Первая вкладка');
  const other = await context.newPage();
  await other.goto('/news/add');
  await expect(title(other)).toHaveValue('');
  await title(other).fill('Вторая вкладка');
  await expect.poll(() => drafts(page)).toMatch(/Первая вкладка.*Вторая|Вторая вкладка.*Первая/);
  await expect(other.getByText(/черновик/i)).toHaveCount(0);
  for (const tab of [page, other]) tab.on('dialog', (asked) => asked.accept());
  await page.reload();
  await other.reload();
  await expect(title(page)).toHaveValue('Первая вкладка');
  await expect(title(other)).toHaveValue('Вторая вкладка');

  await other.close();
  const openTabs = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('studbonus-tab-')).length;
    });
  await expect.poll(openTabs).toBe(1); // the browser ends the lock of a closed tab a little later
  const third = await context.newPage();
  await third.goto('/news/add');
  await expect(third.getByText(/^В закрытой вкладке остался черновик от/)).toBeVisible();
  await expect(title(third)).toHaveValue('');
  await button(third, 'Продолжить его').click();
  await expect(title(third)).toHaveValue('Вторая вкладка');
  await expect(title(page)).toHaveValue('Первая вкладка');
});
