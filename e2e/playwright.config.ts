// Browser journeys against the real server on a fresh folder of demo data.
// From web/: npx playwright test -c ../e2e/playwright.config.ts
import { defineConfig } from '@playwright/test';

const isSoak = Boolean(process.env.E2E_ONCE);

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  workers: 2, // each with its own server
  globalSetup: './support/server.ts',
  timeout: 180_000, // generous, because a busy machine is not a failure
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./support/flaky.ts']],
  // A journey is tried up to three times; one that passes on a repeat is listed as flaky. The soak repeats nothing, and also
  // runs the tests tagged @timed, which compare the clock with a limit.
  retries: isSoak ? 0 : 2,
  ...(isSoak ? {} : { grepInvert: /@timed/, maxFailures: 10, globalTimeout: 50 * 60_000 }),
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' }, // no animations to wait for; rendering is slow without a GPU
    // A trace doubles the work, and reading blob: pictures for it violates the page's CSP.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The headless shell renders pages only; the full browser also renders its own UI at the same cost.
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
