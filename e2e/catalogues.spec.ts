import { inEveryView, noSideways } from './support/look';
import { csv } from './support/students';
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

const dialog = (page: Page) => page.getByRole('dialog');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

const tabs = [
  'Университеты',
  'Города',
  'Регионы',
  'Категории партнёров',
  'Категории базы знаний',
  'Причины',
  'Факультеты по ИНН',
  'Согласия',
];

test('a category is merged into another, and its name is gone', async ({ page }) => {
  await signIn(page, accounts.all, '/catalogues?tab=knowledge-categories');
  await button(page, 'Добавить').click();
  await dialog(page).getByLabel('Название').fill('Лишняя категория');
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Запись добавлена');
  await page.getByRole('searchbox').fill('Лишняя');
  await button(page, 'Действия: Лишняя категория').click();
  await page.getByRole('menuitem', { name: 'Объединить' }).click();
  await dialog(page).getByLabel('Какая запись останется').click();
  await page.getByRole('option').first().click();
  await dialog(page).getByRole('button', { name: 'Объединить', exact: true }).click();
  await expect(page.getByText('Готово')).toBeVisible({ timeout: 60_000 });
  await expect(button(page, 'Действия: Лишняя категория')).toHaveCount(0);
});

test('a changed reason is what the next decision offers', async ({ page }) => {
  await signIn(page, accounts.all, '/catalogues?tab=reasons');
  const section = page.getByRole('region', { name: 'Блокировка партнёра' });
  const reason = section.getByLabel('Причина 1');
  const save = async (text: string) => {
    await reason.fill(text);
    await section.getByRole('button', { name: 'Сохранить' }).click();
    await expectNotice(page, 'Причины сохранены');
  };
  await expect(reason).not.toHaveValue('');
  const before = await reason.inputValue();
  await save('Договор закончился');
  await page.goto('/partners?status=active');
  await page.getByRole('table').getByRole('link').first().click();
  await button(page, 'Заблокировать').click();
  await expect(page.getByRole('checkbox', { name: 'Договор закончился' })).toBeChecked();
  await page.goto('/catalogues?tab=reasons');
  await expect(reason).toHaveValue('Договор закончился');
  await save(before); // other journeys block partners too
});

test('only the programme’s administrators have the catalogues', async ({ page }) => {
  await signIn(page, accounts.admin2, '/operators');
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await expect(menu.getByRole('link', { name: 'Операторы' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Справочники' })).toHaveCount(0);
});

inEveryView((view) => {
  test(`the catalogues look right, ${view}`, async ({ page }) => {
    await signIn(page, accounts.all, '/catalogues');
    for (const name of tabs) {
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      await expect(
        page.getByRole('tabpanel').locator('li, tr, section, a, input').first(),
      ).toBeVisible();
      await noSideways(page);
      await expectAccessible(page, `${name}, ${view}`);
    }
  });

  test(`the dialogs of the catalogues look right, ${view}`, async ({ page }) => {
    const looksRight = async (what: string) => {
      await expect(dialog(page)).toBeVisible();
      await noSideways(page);
      await expectAccessible(page, `${what}, ${view}`);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    };
    await signIn(page, accounts.all, '/catalogues');
    await button(page, 'Добавить университет').click();
    await looksRight('a university');
    await page.getByRole('main').getByRole('link', { name: /СПбГУ/ }).first().click();
    await expect(page.getByText('Данные университета')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, `a card, ${view}`);

    await page.goto('/catalogues?tab=cities');
    await button(page, 'Загрузить из CSV').click();
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles(csv('Город;Регион\nНоволюбово;RU-MOW\nНигдеево;Атлантида\n'));
    await expect(dialog(page).getByText('Новых: 1')).toBeVisible();
    await looksRight('a file');
    await page.getByRole('searchbox').fill('Абакан');
    await button(page, 'Действия: Абакан').click();
    await page.getByRole('menuitem', { name: 'Объединить' }).click();
    await looksRight('a merge');
    await button(page, 'Добавить').click();
    await looksRight('a city');

    await page.goto('/catalogues?tab=faculties');
    await button(page, 'Добавить').click();
    await looksRight('a faculty');
    await page.goto('/catalogues?tab=consents');
    await page
      .getByRole('button', { name: /^Новая версия/ })
      .first()
      .click();
    await looksRight('a consent');
  });
});
