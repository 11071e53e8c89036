// Decisions that are taken back, many at once, and applications returned with marked fields.
import { inEveryView, noSideways } from './support/look';
import { applicationOf, type Member, signInMember } from './support/members';
import { shownRows } from './support/students';
import {
  accounts,
  button,
  clickAside,
  expect,
  expectAccessible,
  expectNotice,
  notices,
  type Page,
  signIn,
  test,
} from './support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const undo = (page: Page) => notices(page).getByRole('button', { name: 'Отменить' });

async function find(page: Page, surname: string, count: number) {
  await page.goto(`/application?search=${encodeURI(surname)}`);
  await expect(shownRows(page)).toHaveCount(count);
}

test('an approval is taken back from the notice; a return marks the fields for the student', async ({
  page,
  request,
  server,
}) => {
  const member = await signInMember(request, server, '79310000301');
  const form = await applicationOf(member, 'Отменина');
  expect((await member.send('POST', '/s/v1/application', form)).status).toBe(201);
  const status = async () => (await member.get('/s/v1/application')).body;

  await signIn(page, accounts.student);
  await find(page, 'Отменина', 1);
  await shownRows(page).getByRole('link').click();
  await expect(page.getByText('Обратите внимание')).toBeVisible();
  await expect(page.getByText(/^Фото мелкое: /)).toBeVisible();
  await expectAccessible(page, 'checks');
  await button(page, 'Одобрить').click();
  await expect(page).toHaveURL(/\/application\?/);
  await expectNotice(page, 'Заявка одобрена');
  await expectAccessible(page, 'undo');
  await undo(page).click();
  await expectNotice(page, 'Решение отменено');
  expect(await status()).toMatchObject({ status: 'moderation' });

  await expect(shownRows(page)).toHaveCount(1);
  await shownRows(page).getByRole('link').click();
  await button(page, 'Отклонить').click();
  await dialog(page).getByRole('combobox', { name: 'Что исправить' }).click();
  await page.getByRole('option', { name: 'Фамилия' }).click();
  await clickAside(page.getByRole('option', { name: 'Фото' }));
  await page.keyboard.press('Tab'); // closes the choice
  await expectAccessible(page, 'fields to correct');
  await dialog(page).getByRole('button', { name: 'Отклонить', exact: true }).click();
  await expectNotice(page, 'Заявка отклонена');
  expect(await status()).toMatchObject({ status: 'rejected', fields: ['surname', 'portrait'] });
  await find(page, 'Отменина', 1);
  await shownRows(page).getByRole('link').click();
  await expect(page.getByText('Просим исправить: фамилия, фото')).toBeVisible();
});

test('three applications are approved together and taken back together', async ({
  page,
  request,
  server,
}) => {
  const members: Member[] = [];
  for (const n of [1, 2, 3]) {
    const member = await signInMember(request, server, `7931000040${n}`);
    const form = await applicationOf(member, 'Троицын');
    expect((await member.send('POST', '/s/v1/application', form)).status).toBe(201);
    members.push(member);
  }
  const expectAll = async (status: string) => {
    for (const member of members) {
      expect((await member.get('/s/v1/application')).body).toMatchObject({ status });
    }
  };
  await signIn(page, accounts.student);
  await find(page, 'Троицын', 3);
  for (const box of await shownRows(page).getByRole('checkbox').all()) await box.check();
  await button(page, 'Одобрить').click();
  await expectAccessible(page, 'many');
  await dialog(page).getByRole('button', { name: 'Одобрить' }).click();
  await expectNotice(page, 'Одобрены 3 заявки');
  await expectAll('active');
  await undo(page).click();
  await expectNotice(page, 'Решение отменено');
  await expectAll('moderation');
  await expect(shownRows(page)).toHaveCount(3);
});

inEveryView(() => {
  test('the card of an application and its rejection look right', async ({ page }) => {
    await signIn(page, accounts.student, '/application?status=moderation');
    await shownRows(page).first().getByRole('link').click();
    await expect(page.getByText('Проверка заявки')).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'card');
    await button(page, 'Отклонить').click();
    await expect(dialog(page).getByRole('combobox', { name: 'Что исправить' })).toBeVisible();
    await noSideways(page);
    await expectAccessible(page, 'rejection');
  });
});
