import { inEveryView, noSideways } from './support/look';
import { shownRows, someStudent } from './support/students';
import {
  accounts,
  button,
  expect,
  expectAccessible,
  field,
  notices,
  signIn,
  test,
} from './support/test';

inEveryView(() => {
  test('lists are accessible, popups too', async ({ page }) => {
    await signIn(page, accounts.all, '/?search=иван&status=blocked');
    await expect(shownRows(page).first()).toBeVisible();
    await expectAccessible(page, 'students');
    await noSideways(page);
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    await expect(page.getByRole('checkbox', { name: 'Активен' })).toBeVisible();
    await expectAccessible(page, 'filters');
    // On a phone the cities are in the same sheet.
    if (await page.getByRole('table').isVisible()) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Города/ }).click();
    await expect(page.getByRole('textbox', { name: 'Найти город' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Частые города' })).toBeVisible();
    await expectAccessible(page, 'cities');
    await page.keyboard.press('Escape');
    await page.goto('/application?search=ъъъ');
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
    await expectAccessible(page, 'nothing found');
    await noSideways(page);
  });

  test('cards and forms are accessible, dialogs too', async ({ page }) => {
    await signIn(page, accounts.all);
    const blocked = await someStudent(page, { status: 'blocked' });
    await page.goto(`/card/${blocked.uuidUser}`);
    await expect(page.getByText('Причина блокировки')).toBeVisible();
    await expect(page.getByText('Заявка подана')).toBeVisible();
    await expectAccessible(page, 'card');
    await noSideways(page);
    const student = await someStudent(page, { status: 'active' });
    await page.goto(`/card/${student.uuidUser}`);
    await button(page, 'Заблокировать').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'reason');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Заблокировать')).toBeFocused();
    await page.getByRole('link', { name: 'Редактировать' }).click();
    await page.getByRole('textbox', { name: 'Фамилия' }).fill('');
    await button(page, 'Сохранить').click();
    await expect(page.getByText('Укажите фамилию')).toBeVisible();
    await expectAccessible(page, 'edit with errors');
    await noSideways(page);
    await field(page, 'Дата рождения').fill('15.08.2004'); // this month shows days of its neighbours
    await button(page, 'Открыть календарь').click();
    await expect(page.getByRole('button', { name: 'Предыдущий месяц' })).toBeVisible();
    await expectAccessible(page, 'calendar');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Факультет' }).click();
    await expect(page.locator('[role=option]').first()).toBeVisible();
    await expectAccessible(page, 'faculties');
  });

  test('the structure is accessible, dialogs too', async ({ page }) => {
    await signIn(page, accounts.all, '/structure');
    await expect(page.getByText(/^В структуре/)).toBeVisible();
    await expectAccessible(page, 'structure');
    await noSideways(page);
    await page
      .getByRole('button', { name: /^Редактировать: / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'faculty');
    await page.keyboard.press('Escape');
    await button(page, 'Добавить').click();
    await page.getByRole('dialog').getByText('По ИНН', { exact: true }).click();
    await expectAccessible(page, 'import');
  });
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('rows are cards that lead to the card', async ({ page }) => {
    await signIn(page, accounts.student);
    await expect(page.getByRole('table')).toHaveCount(0);
    const card = shownRows(page).first();
    await expect(card).toContainText(/\d курс/);
    const name = await card.getByRole('link').textContent();
    await card.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  });

  test('the main action of a card stays at the bottom of the screen', async ({ page }) => {
    await signIn(page, accounts.student, '/application');
    await shownRows(page).first().getByRole('link').click();
    const approve = button(page, 'Одобрить');
    await expect(approve).toBeInViewport({ ratio: 1 });
    const top = (await approve.boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThan(844 - 64);
    const history = page.getByRole('region', { name: 'История' });
    await expect(history.getByRole('listitem').first()).toBeAttached();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await history.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top);
  });
});

test('a notice covers no button, and a spinner is centred in its button', async ({ page }) => {
  await signIn(page, accounts.all);
  const { uuidUser } = await someStudent(page, { status: 'blocked' }, 9);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ]) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await page.goto(`/card/${uuidUser}`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/user/status', async (route) => {
      await held;
      await route.fulfill({ status: 409, json: { title: 'x', status: 409, detail: 'Нельзя' } });
    });
    await button(page, 'Разблокировать').click();
    const away = await page.locator('button[data-loading]').evaluate((loading) => {
      const middle = (element: Element | null) => {
        const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
        return [x + width / 2, y + height / 2] as const;
      };
      const [a, b] = [middle(loading), middle(loading.querySelector('.mantine-Button-loader'))];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    });
    expect(away, 'pixels between spinner and button').toBeLessThan(1.5);
    const isShown = expect(notices(page).getByText('Нельзя')).toBeVisible(); // it leaves after five seconds
    answer();
    await isShown;
    const covered = await notices(page).evaluate((region) => {
      const over = region.getBoundingClientRect();
      const controls = [...document.querySelectorAll('a, button, input, select')];
      return controls
        .filter((control) => !region.contains(control))
        .map((control) => ({ control, at: control.getBoundingClientRect() }))
        .filter(({ at }) => at.width > 1 && at.left < over.right && at.right > over.left)
        .filter(({ at }) => at.top < over.bottom && at.bottom > over.top)
        .map(({ control }) => control.outerHTML.slice(0, 120));
    });
    expect(covered, `${width} px`).toEqual([]);
    await page.unroute('**/v1/user/status');
  }
});
