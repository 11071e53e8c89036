import { expect, type Page, test } from './test';

// Both themes and both layouts in two views; E2E_VIEWS=all adds the other four, for a change of styles.
const sizes = { desktop: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const;
const views: [keyof typeof sizes, 'light' | 'dark'][] =
  process.env.E2E_VIEWS === 'all'
    ? (['light', 'dark'] as const).flatMap((scheme) => [
        ['desktop', scheme],
        ['tablet', scheme],
        ['phone', scheme],
      ])
    : [
        ['desktop', 'light'],
        ['phone', 'dark'],
      ];

/** Declares the same tests for each view. */
export function inEveryView(declare: () => void) {
  for (const [size, scheme] of views) {
    const [width, height] = sizes[size];
    test.describe(`${size}, ${scheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme: scheme });
      declare();
    });
  }
}

/** Nothing sticks out of the page sideways. */
export const noSideways = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
