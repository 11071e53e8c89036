// The first minute with the demo, as `make run` starts it.
import { qr, test } from './support/app';
import { serve } from './support/server';
import { button, expect, field } from './support/test';

const apart = 20; // its own ports

test(
  'a newcomer has the card of a demo student within a minute',
  { tag: '@timed' },
  async ({ page }, { parallelIndex }) => {
    const tryOut = async ({ students }: { students: string }) => {
      const start = Date.now();
      await page.goto(students);
      await field(page, 'Номер телефона').fill('79000000001'); // printed at the start
      await button(page, 'Получить код').click();
      await page.getByRole('button', { name: /^Демонстрация: код \d{6}$/ }).click();
      await expect(qr(page)).toBeVisible();
      expect(Date.now() - start).toBeLessThan(60_000);
    };
    await serve(apart + parallelIndex, tryOut, '--demo');
  },
);
