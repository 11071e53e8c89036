// Browser journeys against the real server on a fresh folder of demo data.
// From web/: npx playwright test -c ../e2e/playwright.config.ts
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  workers: 2, // each with a server of its own
  globalSetup: './support/server.ts',
  timeout: 180_000, // generous: a busy machine is no failure
  expect: { timeout: 30_000 },
  retries: 2, // what does not hold at once is told as flaky
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' }, // nothing to wait for, and frames cost: there is no graphics card
    // A trace doubles the work, and its own look at blob: pictures breaks the page's policy.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The shell draws pages alone; the whole browser also draws its own buttons, which costs as much again.
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
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
});
