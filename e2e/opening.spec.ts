// A new university, from its entry in the catalogues to its first decided application, without a shell.
import { invitationLinks } from './support/mail';
import { applicationOf, signInMember } from './support/members';
import type { Server } from './support/server';
import { csv, shownRows } from './support/students';
import {
  accounts,
  button,
  expect,
  expectNotice,
  field,
  type Page,
  signIn,
  signInByForm,
  test,
} from './support/test';

const newcomer = 'sedova@ngu.example';
const own = 'Nadezhnyj-Parol-78';

const dialog = (page: Page) => page.getByRole('dialog');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** Picks a file, reads the counts and loads it. */
async function load(page: Page, text: string, counts: string[], done: string) {
  await button(page, 'Загрузить из CSV').click();
  await dialog(page).locator('input[type="file"]').setInputFiles(csv(text));
  for (const count of counts) await expect(dialog(page).getByText(count)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Загрузить', exact: true }).click();
  await expectNotice(page, done);
}

async function openUniversity(page: Page) {
  await tab(page, 'Города').click();
  await load(
    page,
    'Город;Регион\nНовоградово;Пермский край\nНигдеево;Атлантида\n',
    ['Новых: 1', 'С ошибками: 1', 'строка 3: нет такого региона'],
    'Загружено новых записей: 1',
  );
  await page.getByRole('searchbox').fill('Новоградово');
  await expect(button(page, 'Действия: Новоградово')).toBeVisible();

  await tab(page, 'Университеты').click();
  await button(page, 'Добавить университет').click();
  await dialog(page).getByLabel('Краткое название').fill('НГУ Новоградово');
  await dialog(page).getByLabel('Полное название').fill('Новоградовский университет');
  await dialog(page).getByLabel('ИНН').fill('5903003330');
  await dialog(page).getByLabel('Город').fill('Новогр');
  await page.getByRole('option', { name: 'Новоградово' }).click();
  await button(page, 'Сохранить').click();
  await expectNotice(page, 'Университет добавлен');

  await tab(page, 'Факультеты по ИНН').click();
  await load(
    page,
    'ИНН,Факультет\n5903003330,Физический факультет\n5903003330,Химический факультет\n',
    ['Новых: 2', 'С ошибками: 0'],
    'Загружено новых записей: 2',
  );
  await page.getByRole('searchbox').fill('5903003330');
  await expect(page.getByText('НГУ Новоградово')).toHaveCount(2);
  await expect(page.getByText('Химический факультет')).toBeVisible();

  await tab(page, 'Университеты').click();
  await page.getByRole('searchbox').fill('новоград');
  await page.getByRole('link', { name: /НГУ Новоградово/ }).click();
  await expect(page.getByText('Пермский край')).toBeVisible();
  await expect(page.getByText('Университет добавлен', { exact: true }).last()).toBeVisible();
}

async function invite(page: Page, server: Server) {
  await page.goto('/operators');
  await button(page, 'Пригласить').click();
  await dialog(page).getByLabel('E-mail').fill(newcomer);
  await dialog(page).getByLabel('Роль').selectOption({ label: 'Студенты и заявки' });
  await dialog(page).getByLabel('Университет').fill('новоград');
  await page.getByRole('option', { name: 'НГУ Новоградово' }).click();
  await button(page, 'Отправить').click();
  await expectNotice(page, `Приглашение отправлено на ${newcomer}`);
  await expect.poll(() => invitationLinks(server, newcomer), { timeout: 60_000 }).toHaveLength(1);
  return invitationLinks(server, newcomer)[0] ?? '';
}

async function accept(page: Page, link: string) {
  await page.goto(link);
  await expect(page.getByText('НГУ Новоградово')).toBeVisible();
  await page.getByLabel('Фамилия').fill('Седова');
  await page.getByLabel('Имя').fill('Ольга');
  await field(page, 'Придумайте пароль').fill(own);
  await field(page, 'Повторите пароль').fill(own);
  await button(page, 'Принять приглашение').click();
  await expectNotice(page, 'Учётная запись создана');
  await signInByForm(page, newcomer, own);
}

async function setUpStructure(page: Page) {
  await expect(page).toHaveURL('/structure');
  await button(page, 'Добавить').click();
  await dialog(page).getByText('По ИНН', { exact: true }).click();
  const inn = dialog(page).getByRole('textbox', { name: 'ИНН университета' });
  await inn.fill('5903003330');
  await inn.press('Enter');
  await expect(dialog(page).getByText('В каталоге 2 факультета')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText('В структуре 2 факультета')).toBeVisible();
}

test('head office opens a university; its operator decides about its first application', async ({
  page,
  request,
  server,
}) => {
  await signIn(page, accounts.all, '/catalogues');
  await openUniversity(page);
  await accept(page, await invite(page, server));
  await setUpStructure(page);
  await page.getByRole('link', { name: 'Заявки' }).click();
  await expect(page.getByText('Нет студентов')).toBeVisible();

  const member = await signInMember(request, server, '79340000104');
  const form = await applicationOf(member, 'Первухина', 'новоград');
  expect((await member.send('POST', '/s/v1/application', form)).status).toBe(201);

  await page.reload();
  await expect(shownRows(page)).toHaveCount(1);
  await shownRows(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Первухина');
  await button(page, 'Одобрить').click();
  await expect(page).toHaveURL(/\/application/);
  await expect(page.getByText('Нет студентов')).toBeVisible();
  expect((await member.get('/s/v1/application')).body).toMatchObject({ status: 'active' });
  await page.getByRole('link', { name: 'Студенты' }).click();
  await expect(shownRows(page)).toHaveCount(1);
});
