// Browser journeys against the real server on a fresh folder of demo data.
// From web/: npx playwright test -c ../e2e/playwright.config.ts
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = process.env.E2E_PORT ?? '8097';
const origin = `http://127.0.0.1:${port}`;

// Workers load this file again: they must find the folder, not empty it.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = join(tmpdir(), `studbonus-e2e-${port}`);
  rmSync(process.env.E2E_DATA, { recursive: true, force: true });
}
const server = process.env.STUDBONUS ?? join(__dirname, '../bin/studbonus');

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  workers: 1,
  timeout: 180_000, // generous: a busy machine is no failure
  expect: { timeout: 30_000 },
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // A trace doubles the work, and its own look at blob: pictures breaks the page's policy.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `${server} serve --data ${process.env.E2E_DATA} --listen 127.0.0.1:${port} --demo --log-level warn`,
    url: `${origin}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
