import {
  accounts,
  ageToken,
  button,
  expect,
  field,
  openSettings,
  signInByForm,
  stored,
  test,
} from './support/test';

const refresh = '/v1/auth/refreshtoken';

test('logout empties the browser and reaches the other tabs', async ({ page, context }) => {
  await openSettings(page, accounts.all);
  await page.getByText('Тёмная', { exact: true }).locator('..').click();
  expect(await stored(page)).toContain('mantine-color-scheme-value');
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(field(other, 'Имя')).toBeVisible();
  const told = page.waitForRequest((request) => request.method() === 'DELETE');
  await button(page, 'Выйти').click();
  expect((await told).url()).toContain('/v1/auth/session');
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  expect(await stored(page)).toEqual([]);
});

test('a refresh token is dead after logout', async ({ page, request }) => {
  await signInByForm(page, accounts.all);
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth');
  const answer = await request.put(refresh, { data: { refreshToken } });
  expect(answer.status()).toBe(401);
});

test('two tabs that refresh at once stay signed in, by one call', async ({ page, context }) => {
  await openSettings(page, accounts.all);
  const other = await context.newPage();
  await other.goto('/settings');
  await ageToken(page);
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith(refresh)) calls.push(request.method());
  });
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await expect(field(tab, 'Имя')).not.toHaveValue('');
    await expect(tab).toHaveURL('/settings');
  }
  expect(calls).toEqual(['PUT']);
});

test('an access token that dies meanwhile is replaced unnoticed', async ({ page }) => {
  await openSettings(page, accounts.all);
  await page.evaluate(() => {
    const token = localStorage.getItem('accessToken') ?? '';
    localStorage.setItem('accessToken', `${token.slice(0, -4)}AAAA`); // young, but not signed by us
  });
  await page.reload();
  await expect(field(page, 'Имя')).not.toHaveValue('');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a session ended by the server ends here', async ({ page }) => {
  await signInByForm(page, accounts.all);
  await page.goto('/settings');
  await ageToken(page);
  await page.evaluate(() => localStorage.setItem('refreshToken', 'not-a-token'));
  await page.reload();
  await expect(page).toHaveURL('/auth');
  expect(await stored(page)).toEqual(['lastURL']);
});
