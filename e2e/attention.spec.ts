import { inEveryView, noSideways } from './support/look';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  openPalette,
  type Page,
  palette,
  password,
  signIn,
  signInByForm,
  test,
} from './support/test';

const line = (page: Page) => page.getByRole('region', { name: 'Требует внимания' });
const action = (page: Page, name: RegExp) => page.locator('[data-action]', { hasText: name });

/** Every row of the page leads to a list with as many rows as it says. */
async function followEach(page: Page) {
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  for (let i = 0; i < count; i += 1) {
    await page.goto('/attention');
    const words = (await rows.nth(i).textContent()) ?? '';
    const [number = ''] = words.replaceAll('\u00a0', '').match(/^\d+/) ?? [];
    await rows.nth(i).getByRole('link').click();
    await expect(page.getByRole('status').filter({ hasText: 'Найдено' })).toHaveText(
      new RegExp(`^Найдено: ${number}$`),
    );
  }
  return count;
}

test('what requires attention leads to exactly these rows', async ({ page }) => {
  await signIn(page, accounts.all, '/attention');
  expect(await followEach(page)).toBeGreaterThanOrEqual(3);
});

test('the line above the lists leads there, and can be hidden until the next sign-in', async ({
  page,
}) => {
  await signIn(page, accounts.univer, '/partners');
  await expect(line(page).getByRole('link').nth(1)).toBeVisible();
  await line(page).getByRole('link', { name: 'Требует внимания' }).click();
  await expect(page).toHaveURL('/attention');
  await expect(line(page)).toHaveCount(0); // it is a line of the lists
  await page.goBack();
  await button(page, 'Скрыть до следующего входа').click();
  await expect(line(page)).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Отзывы' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Отзывы');
  await expect(line(page)).toHaveCount(0);
});

test('the list does not move when the line comes late', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/attention', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, accounts.all, '/partners');
  const first = page.locator('tbody tr a').first();
  await expect(first).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  const before = await first.boundingBox();
  answer();
  await expect(line(page)).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
});

test('an operator chooses to start with it', async ({ page }) => {
  await signIn(page, accounts.chairman, '/settings');
  const choice = page.getByLabel('Открывать «Требует внимания» после входа');
  const choose = async (isChecked: boolean) => {
    const saved = page.waitForResponse('**/v1/settings/start');
    await choice.setChecked(isChecked);
    await saved; // the box shows the choice before
    await expect(choice).toBeChecked({ checked: isChecked });
  };
  await choose(true);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL('/auth');
  await signInByForm(page, accounts.chairman, password);
  await expect(page).toHaveURL('/attention');
  await page.goto('/settings');
  await choose(false); // other journeys sign in as the chairman too
});

test('the palette finds a student by the wrong layout and starts an action', async ({ page }) => {
  await signIn(page, accounts.all, '/news');
  await openPalette(page);
  await expectAccessible(page, 'palette');
  await palette(page).fill('bdfyjd'); // Иванов
  await expect(action(page, /Иванов/).first()).toBeVisible();
  await palette(page).fill('добавить партн');
  await expect(action(page, /Добавить партнёра/)).toHaveAttribute('data-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/partners/new');
  await button(page, 'Быстрый поиск').click();
  await palette(page).fill('не бывает такого');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
});

test('the palette offers only what the role has', async ({ page }) => {
  await signIn(page, accounts.univer, '/partners');
  await openPalette(page);
  await expect(action(page, /Добавить партнёра/)).toBeVisible();
  await expect(action(page, /Студенты|Структура|Операторы/)).toHaveCount(0);
});

inEveryView(() => {
  test('attention, its line and the palette look right', async ({ page }) => {
    await signIn(page, accounts.all, '/attention');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'attention');
    await page.goto('/partners');
    await expect(line(page)).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'line');
    await openPalette(page);
    await palette(page).fill('кофе');
    await expect(page.getByText('↑ ↓ — выбрать')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'palette');
  });
});
