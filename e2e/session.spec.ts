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

test('logout clears the browser and signs out the other tabs', async ({ page, context }) => {
  await openSettings(page, accounts.all);
  await page.getByText('Тёмная', { exact: true }).locator('..').click();
  await expect.poll(() => stored(page)).toContain('mantine-color-scheme-value');
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(field(other, 'Имя')).toBeVisible();
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await button(page, 'Выйти').click();
  expect((await ended).url()).toContain('/v1/auth/session');
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  await expect.poll(() => stored(page)).toEqual([]);
});

test('a refresh token is refused after logout', async ({ page, request }) => {
  await signInByForm(page, accounts.all);
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await button(page, 'Выйти').click();
  await expect(page).toHaveURL('/auth');
  await ended; // the console waits for it for 1.5 s only
  const answer = await request.put(refresh, { data: { refreshToken } });
  expect(answer.status()).toBe(401);
});

test('two tabs that refresh at once share one call and stay signed in', async ({
  page,
  context,
}) => {
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

test('an expired access token is refreshed transparently', async ({ page }) => {
  await openSettings(page, accounts.all);
  await page.evaluate(() => {
    const token = localStorage.getItem('accessToken') ?? '';
    localStorage.setItem('accessToken', `${token.slice(0, -4)}AAAA`); // fresh, but with an invalid signature
  });
  await page.reload();
  await expect(field(page, 'Имя')).not.toHaveValue('');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a session ended by the server signs the console out', async ({ page }) => {
  await signInByForm(page, accounts.all);
  await page.goto('/settings');
  await ageToken(page);
  await page.evaluate(() => localStorage.setItem('refreshToken', 'not-a-token'));
  await page.reload();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => stored(page)).toEqual(['lastURL']);
});
