import {
  changedTotal,
  expectTotal,
  fullName,
  rowsOf,
  shownRows,
  someStudent,
  sortBy,
  total,
} from './support/students';
import { accounts, button, expect, expectNotice, type Page, signIn, test } from './support/test';

type Shift = { value: number; sources: { node: Node | null }[] };

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Поиск по списку' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Страницы' });
const firstRow = (page: Page) => shownRows(page).first();

test.describe('the list of students', () => {
  for (const login of [accounts.all, accounts.student, accounts.chairman]) {
    test(`is where ${login} lands`, async ({ page }) => {
      await signIn(page, login);
      await expect(page).toHaveURL('/');
      await expect(page).toHaveTitle('Студенты — СтудБонус');
      await expect(page.getByRole('heading', { name: 'Студенты', level: 1 })).toBeVisible();
      await expect(shownRows(page)).toHaveCount(15);
      await expectTotal(page).toBeGreaterThan(500);
      for (const title of ['ФИО', 'Факультет', 'Период обучения', 'Курс', 'Телефон']) {
        await expect(page.getByRole('columnheader', { name: title })).toBeVisible();
      }
    });
  }

  test('searches half a second after typing, and marks the matches', async ({ page }) => {
    await signIn(page, accounts.student);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/student')) asked.push(request.postData() ?? '');
    });
    await total(page);
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused();
    // Typed in the page: between keys sent from here a busy machine pauses for longer than the debounce.
    await page.evaluate(async (text) => {
      for (const letter of text) {
        document.execCommand('insertText', false, letter);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    }, 'иванов');
    await expect(page).toHaveURL(/\?search=/);
    expect(asked.length).toBeLessThanOrEqual(2); // the first page and one search
    await expect(page.locator('mark').first()).toBeVisible();
    const found = await total(page);
    expect(found).toBeGreaterThan(0);
    for (const mark of await page.locator('mark').allTextContents()) {
      expect(mark.toLowerCase()).toBe('иванов');
    }
    await page.reload();
    await expect(searchBox(page)).toHaveValue('иванов');
    await expectTotal(page).toBe(found);
    await searchBox(page).press('Escape');
    await expect(page).toHaveURL('/');
  });

  test('finds a phone in any common notation', async ({ page }) => {
    await signIn(page, accounts.student);
    const [row] = await rowsOf(page, '/v1/student', {}, 40);
    const phone = (row as unknown as { phone: string }).phone;
    await searchBox(page).fill(`8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`);
    await searchBox(page).press('Enter');
    await expect(shownRows(page)).toHaveCount(1);
    await expect(firstRow(page).locator('mark')).toHaveText(/912|9/);
  });

  test('has a filter of two boxes, chips and a reset', async ({ page }) => {
    await signIn(page, accounts.all);
    const all = await total(page);
    await button(page, 'Фильтры').click();
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await box('Заблокирован').check();
    await expect(page).toHaveURL('/?status=blocked');
    await expect(shownRows(page).filter({ hasText: 'Заблокирован' })).toHaveCount(15);
    const blocked = await total(page);
    expect(blocked).toBeLessThan(all);
    await box('Активен').check();
    await expect(page).toHaveURL('/');
    await expect(box('Заблокирован')).toBeChecked();
    await expectTotal(page).toBe(all);
    await box('Заблокирован').uncheck();
    await expect(page).toHaveURL('/?status=active');
    await expectTotal(page).toBe(all - blocked);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Убрать фильтр: Активен' }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/?status=active');
    await button(page, 'Сбросить всё').click();
    await expect(page).toHaveURL('/');
  });

  test('has a city filter', async ({ page }) => {
    await signIn(page, accounts.all);
    const all = await total(page);
    await button(page, 'Города: все').click();
    const city = page.getByRole('textbox', { name: 'Найти город' });
    await expect(city).toBeFocused();
    await city.pressSequentially('м');
    await expect(page.getByText('Введите не меньше двух букв')).toBeVisible();
    await city.pressSequentially('ос');
    await page.getByRole('checkbox', { name: 'Москва' }).check();
    await expect(button(page, 'Города · 1')).toBeVisible();
    const moscow = await changedTotal(page, all);
    expect(moscow).toBeLessThan(all);
    await page.reload(); // the city's name is resolved from the URL
    await expect(page.getByRole('button', { name: 'Убрать фильтр: Москва' })).toBeVisible();
    await expectTotal(page).toBe(moscow);
  });

  test('is sorted by the selector, the toggle and the headers', async ({ page }) => {
    await signIn(page, accounts.student);
    const newest = await firstRow(page).textContent();
    await sortBy(page, 'По фамилии');
    await expect(page).toHaveURL('/?sort=surname');
    await expect(firstRow(page)).toContainText(/^А/);
    await page.getByRole('button', { name: /Изменить направление/ }).click();
    await expect(page).toHaveURL('/?sort=surname&direction=DESC');
    await expect(firstRow(page)).toContainText(/^[Э-Я]/);
    await page.getByRole('columnheader', { name: 'Курс' }).getByRole('button').click();
    await expect(page).toHaveURL('/?sort=course');
    await expect(firstRow(page).getByRole('cell').nth(3)).toHaveText('1');
    await sortBy(page, 'По факультету');
    await expect(page).toHaveURL('/?sort=nameFaculty');
    await sortBy(page, 'По дате');
    await expect(firstRow(page)).toHaveText(newest ?? '');
  });

  test('is paged in groups of four', async ({ page }) => {
    await signIn(page, accounts.student);
    await expect(pages(page).getByRole('listitem')).toHaveText(['1', '2', '3', '4', '...']);
    const first = await firstRow(page).textContent();
    await pages(page).getByRole('link', { name: 'Далее' }).click();
    await expect(page).toHaveURL('/?page=2');
    await expect(firstRow(page)).not.toHaveText(first ?? '');
    await pages(page).getByText('...').click();
    await expect(page).toHaveURL('/?page=5');
    await expect(pages(page).getByRole('listitem')).toHaveText(['5', '6', '7', '8', '...']);
    await pages(page).getByLabel('Перейти на страницу').fill('99999');
    await page.keyboard.press('Enter');
    await expect(pages(page).getByText('...')).toHaveCount(0);
    await expect(pages(page).getByRole('link', { name: 'Далее' })).toBeDisabled();
    await page.goBack();
    await expect(page).toHaveURL('/?page=5');
    await page.goto('/?page=4000'); // an outdated link
    await expect(shownRows(page).first()).toBeVisible();
    await expect(page).not.toHaveURL('/?page=4000');
    await page.goto(`/?search=${encodeURIComponent('иванов')}&page=7`);
    await expect(shownRows(page).first()).toBeVisible();
  });

  test('is restored after a card, with the row in view', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await signIn(page, accounts.student, '/?sort=surname&page=3');
    const row = shownRows(page).nth(13);
    const name = await row.getByRole('link').textContent();
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    await expect(page).toHaveURL(/\/card\/[\w-]+\?sort=surname&page=3$/);
    await button(page, 'Назад').click();
    await expect(page).toHaveURL('/?sort=surname&page=3');
    await expect(shownRows(page).nth(13)).toBeInViewport();
    await page.reload();
    await expect(shownRows(page).nth(13)).toBeInViewport();
  });

  test('opens a card in a new tab, which knows its list and its way back', async ({
    page,
    context,
  }) => {
    await signIn(page, accounts.student, '/?status=active');
    const opened = context.waitForEvent('page');
    await shownRows(page)
      .nth(4)
      .getByRole('cell')
      .nth(2)
      .click({ modifiers: ['ControlOrMeta'] });
    const card = await opened;
    await expect(card.getByText(/^5 из /)).toBeVisible();
    await button(card, 'Назад').click();
    await expect(card).toHaveURL('/?status=active');
  });

  test('lets a phone be selected and copied; a click on it opens the card', async ({ page }) => {
    await signIn(page, accounts.student);
    const phone = shownRows(page).nth(4).getByRole('cell').nth(4);
    const { x, y, height } = (await phone.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^\+7 \d/);
    await expect(page).toHaveURL('/');
    await page.evaluate(() => getSelection()?.empty());
    await phone.click();
    await expect(page).toHaveURL(/\/card\//);
  });

  test('shows a message and a reset button if nothing is found', async ({ page }) => {
    await signIn(page, accounts.student);
    await searchBox(page).fill('ъъъъ');
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
    await button(page, 'Сбросить всё').last().click();
    await expect(shownRows(page)).toHaveCount(15);
  });

  test('keeps its rows and offers a retry if the server fails', async ({ page }) => {
    await signIn(page, accounts.student);
    await total(page);
    await page.route('**/v1/student', (route) => route.abort());
    await pages(page).getByRole('link', { name: 'Далее' }).click();
    await expect(page.getByText('Список не обновился.')).toBeVisible();
    await expect(shownRows(page)).toHaveCount(15);
    await page.unroute('**/v1/student');
    await button(page, 'Повторить').click();
    await expect(page.getByText('Список не обновился.')).toBeHidden();
    await expect(page).toHaveURL('/?page=2');
  });

  test('is on screen within a second after a click, and nothing jumps', { tag: '@timed' }, async ({
    page,
  }) => {
    await signIn(page, accounts.student, '/settings');
    const link = page.getByRole('link', { name: 'Студенты' });
    await link.hover(); // preloads the page's code
    const took = await page.evaluate(async () => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as unknown as Shift;
          // Only this page has the top bar (rules 20.4), which shifts the whole content.
          if (!sources.some(({ node }) => node?.nodeName === 'MAIN')) shift += value;
        }
      }).observe({ type: 'layout-shift', buffered: false });
      const start = performance.now();
      document.querySelector<HTMLElement>('nav a[href="/"]')?.click();
      while (!document.querySelector('[data-row]')) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const ms = performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { ms, shift };
    });
    // biome-ignore lint/suspicious/noConsole: a measurement, for the log
    console.log(`list after a click: ${Math.round(took.ms)} ms, layout shift ${took.shift}`);
    expect(took.shift).toBeLessThan(0.02);
    expect(took.ms).toBeLessThan(1000);
  });
});

test.describe('the list of applications', () => {
  test('has its own columns, filter and sorts', async ({ page }) => {
    await signIn(page, accounts.chairman);
    await page.getByRole('link', { name: 'Заявки' }).click();
    await expect(page).toHaveURL('/application');
    for (const title of ['ФИО', 'Факультет', 'Курс', 'Телефон', 'Номер штрихкода']) {
      await expect(page.getByRole('columnheader', { name: title })).toBeVisible();
    }
    await button(page, 'Сортировка: По дате').click();
    await expect(page.getByRole('radio', { name: /^По / })).toHaveCount(3);
    for (const name of ['По дате', 'По фамилии', 'По курсу']) {
      await expect(page.getByRole('radio', { name })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    const all = await total(page);
    await button(page, 'Фильтры').click();
    await page.getByRole('checkbox', { name: 'Заявка отклонена' }).check();
    await expect(page).toHaveURL('/application?status=rejected');
    const rejected = await changedTotal(page, all);
    await page.getByRole('checkbox', { name: 'Заявка отклонена' }).uncheck();
    await page.getByRole('checkbox', { name: 'На модерации' }).check();
    await expect(page).toHaveURL('/application?status=moderation');
    await expectTotal(page).toBe(all - rejected);
    // The same by one click, undone by another.
    await page.keyboard.press('Escape');
    await expect(button(page, 'Ждут')).toHaveAttribute('aria-pressed', 'true');
    await button(page, 'Отклонённые').click();
    await expect(page).toHaveURL('/application?status=rejected');
    await expectTotal(page).toBe(rejected);
    await button(page, 'Отклонённые').click();
    await expect(page).toHaveURL('/application');
    await expectTotal(page).toBe(all);
    await expect(page.getByRole('button', { name: /^Города/ })).toHaveCount(0);
  });

  test('is counted in the menu', async ({ page }) => {
    await signIn(page, accounts.student2);
    const waiting = await rowsOf(page, '/v1/student/request', { status: 'moderation' });
    expect(waiting.length).toBeGreaterThan(0);
    await expect(page.getByRole('img', { name: /^новых: \d+$/ })).toBeVisible();
  });
});

test.describe('an operator without the students area', () => {
  test('is redirected and notified', async ({ page }) => {
    await signIn(page, accounts.univer);
    const home = page.url();
    for (const path of ['/application', '/structure']) {
      await page.goto(path);
      await expectNotice(page, 'Доступ запрещён.');
      await expect(page).toHaveURL(home);
    }
    await expect(page.getByRole('link', { name: 'Студенты' })).toHaveCount(0);
  });

  test('of another university sees nothing of them', async ({ page }) => {
    await signIn(page, accounts.student);
    const mine = await someStudent(page, {});
    await page.evaluate(() => localStorage.clear());
    await signIn(page, accounts.student2, `/card/${mine.uuidUser}`);
    await expect(page.getByText('Не найдено.')).toBeVisible();
    await expect(page.getByText(fullName(mine))).toHaveCount(0);
  });
});
