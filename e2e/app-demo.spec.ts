// The first minute with the demo, as `make run` starts it.
import { qr, test } from './support/app';
import { start } from './support/server';
import { button, expect, field } from './support/test';

test('a newcomer has the card of a demo student', async ({ page }) => {
  const { server, stop } = await start('--demo');
  try {
    await page.goto(server.students);
    await field(page, 'Номер телефона').fill('79000000001'); // printed at the start
    await button(page, 'Получить код').click();
    await page.getByRole('button', { name: /^Демонстрация: код \d{6}$/ }).click();
    await expect(qr(page)).toBeVisible();
  } finally {
    await stop();
  }
});
