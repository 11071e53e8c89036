import { expectSeen } from './support/contrast';
import { someNews } from './support/news';
import { shownRows, someStudent } from './support/students';
import { accounts, button, expect, openPalette, type Page, signIn, test } from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');

type Style = 'backgroundColor' | 'borderTopWidth';
const styleOf = (page: Page, selector: string, name: Style) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element)[property], name);

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('fields on forms have visible borders, with errors too', async ({ page }) => {
      await page.goto('/auth');
      await expectSeen(page, 'sign-in', 2);
      await page.locator('button[type=submit]').click();
      await expectSeen(page, 'sign-in with errors', 2);
      await signIn(page, accounts.all, '/partners/new');
      await expectSeen(page, 'partner', 10);
      await button(page, 'Сохранить').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
      await expectSeen(page, 'partner with errors', 10);
      await page.goto('/settings');
      await expect(button(page, 'Сменить пароль')).toBeVisible();
      await expectSeen(page, 'settings', 4);
      const { uuidUser } = await someStudent(page, { status: 'active' });
      await page.goto(`/card/${uuidUser}/edit`);
      await expect(button(page, 'Сохранить')).toBeVisible();
      await expectSeen(page, 'student', 7);
      const { uuidNews } = await someNews(page, ({ canEdit }) => canEdit);
      await page.goto(`/news/${uuidNews}/edit`);
      await expect(page.getByRole('textbox', { name: 'Текст' })).toBeVisible();
      await expectSeen(page, 'news', 5);
    });

    test('fields in lists and filters have visible borders', async ({ page }) => {
      await signIn(page, accounts.all, '/partners');
      const lists = [
        '/',
        '/partners',
        '/promotions',
        '/feedbacks',
        '/news',
        '/application',
        '/operators',
      ];
      for (const path of lists) {
        await page.goto(path);
        await expect(shownRows(page).first()).toBeVisible();
        await expectSeen(page, path, path === '/operators' ? 1 : 2); // operators have no checkboxes
        await page.getByRole('button', { name: /^Фильтры/ }).click();
        await expect(page.getByRole('dialog', { name: 'Фильтры' })).toBeVisible();
        await expectSeen(page, `${path}: filters`, 4);
      }
    });

    test('fields in dialogs have visible borders, and dialogs stand out from the page', async ({
      page,
    }) => {
      await signIn(page, accounts.all, '/news/add');
      for (const window of ['Публикация по расписанию', 'Опрос', 'Мероприятие', 'Мессенджеры']) {
        await button(page, `Добавить: ${window}`).click();
        await expect(dialog(page)).toBeVisible();
        await expectSeen(page, window, 3);
        await page.keyboard.press('Escape');
        await expect(dialog(page)).toHaveCount(0);
      }
      await page.goto('/structure');
      await button(page, 'Добавить').click();
      await expect(dialog(page)).toBeVisible();
      await expectSeen(page, 'faculty');
      await page.keyboard.press('Escape');
      const { uuidUser } = await someStudent(page, { status: 'active' });
      await page.goto(`/card/${uuidUser}`);
      await button(page, 'Заблокировать').click();
      await expect(dialog(page)).toBeVisible();
      await expectSeen(page, 'reason', 4);
      const surface = await styleOf(page, 'main section', 'backgroundColor');
      const standsOut = async (part: string) => {
        expect(await styleOf(page, `.mantine-${part}`, 'borderTopWidth'), part).toBe('1px');
        const ground = await styleOf(page, `.mantine-${part}`, 'backgroundColor');
        if (colorScheme === 'dark') expect(ground, part).not.toBe(surface);
      };
      const veil = { light: 'rgba(20, 22, 40, 0.4)', dark: 'rgba(10, 11, 14, 0.64)' }[colorScheme];
      await standsOut('Modal-content');
      expect(await styleOf(page, '.mantine-Modal-overlay', 'backgroundColor')).toBe(veil);
      await page.goto('/partners');
      await page.getByRole('button', { name: /^Фильтры/ }).click();
      await standsOut('Popover-dropdown');
      await page.keyboard.press('Escape');
      await openPalette(page);
      await standsOut('Spotlight-content');
      expect(await styleOf(page, '.mantine-Spotlight-overlay', 'backgroundColor')).toBe(veil);
      const palette = page.locator('.mantine-Spotlight-content');
      await expect
        .poll(async () => Math.round((await palette.boundingBox())?.width ?? 0))
        .toBe(640);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await button(page, 'Фильтры и сортировка').click();
      await expect(page.getByRole('dialog', { name: 'Фильтры и сортировка' })).toBeVisible();
      await standsOut('Drawer-content');
      await expectSeen(page, 'sheet', 8);
    });

    test('fields of operators, catalogues and the journal have visible borders', async ({
      page,
    }) => {
      await signIn(page, accounts.all, '/operators/invitations');
      await expect(page.getByLabel('Кому обязателен')).toBeVisible();
      await expectSeen(page, 'second factor');
      await button(page, 'Пригласить').click();
      await expect(dialog(page)).toBeVisible();
      await expectSeen(page, 'invitation', 3);
      await page.goto('/catalogues?tab=reasons');
      await expect(page.getByLabel('Причина 1').first()).toBeVisible();
      await expectSeen(page, 'reasons', 4);
      await page.goto('/catalogues?tab=faculties');
      await expect(page.getByRole('searchbox')).toBeVisible();
      await expectSeen(page, 'faculties');
      await page.goto('/catalogues');
      await button(page, 'Добавить университет').click();
      await expect(dialog(page)).toBeVisible();
      await expectSeen(page, 'university', 8);
      await page.goto('/journal');
      await page.getByRole('button', { name: /^Фильтры/ }).click();
      await expect(page.getByRole('dialog', { name: 'Фильтры' })).toBeVisible();
      await expectSeen(page, 'journal: filters', 10);
    });
  });
}

test('an invalid focused field has a red ring and a muted placeholder', async ({ page }) => {
  await signIn(page, accounts.all, '/partners/new');
  await button(page, 'Сохранить').click();
  const field = page.locator('[aria-invalid=true]').first();
  await expect(field).toBeFocused();
  await expect(field).toHaveCSS('outline-color', 'rgb(214, 64, 58)'); // red-mark of tokens.ts
  const placeholder = () => field.evaluate((it) => getComputedStyle(it, '::placeholder').color);
  await expect.poll(placeholder).toBe('rgb(92, 99, 112)'); // muted
});
