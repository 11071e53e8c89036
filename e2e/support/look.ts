import { expect, expectAccessible, type Page, test } from './test';

type Scheme = 'light' | 'dark';
type Sizes = Record<string, readonly [width: number, height: number]>;

/** Declares the same tests for each view: a short selection, or with E2E_VIEWS=all every size in both schemes. */
function viewsOf<S extends Sizes>(sizes: S, short: [keyof S & string, Scheme][]) {
  const all = Object.keys(sizes).flatMap((size) => [
    [size, 'light'] as const,
    [size, 'dark'] as const,
  ]);
  return (declare: (view: string) => void) => {
    for (const [size, scheme] of process.env.E2E_VIEWS === 'all' ? all : short) {
      const [width, height] = sizes[size] ?? [0, 0];
      test.describe(`${size}, ${scheme}`, () => {
        test.use({ viewport: { width, height }, colorScheme: scheme });
        declare(`${size}-${scheme}`);
      });
    }
  };
}

/** The console's views: both schemes and both layouts in two of them. */
export const inEveryView = viewsOf(
  { wide: [1920, 1080], desktop: [1440, 900], tablet: [1024, 768], phone: [390, 844] },
  [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ],
);

const appViews = viewsOf({ small: [360, 640], large: [430, 932], desktop: [1280, 800] }, [
  ['small', 'light'],
  ['large', 'dark'],
  ['desktop', 'dark'],
]);

/** The page has no horizontal overflow. */
export const noSideways = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);

const narrowest = 320; // px (rules 29.14)
const touch = 48; // px

/** The page has no horizontal overflow on the narrowest phone either. */
async function fitsTheNarrowest(page: Page) {
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, width: narrowest });
  await noSideways(page);
  await page.setViewportSize(size);
}

/** Targets smaller than a fingertip. Links within a sentence and fields that their label makes larger do not count. */
const smallTargets = (page: Page) =>
  page.evaluate(
    (least) =>
      Array.from(document.querySelectorAll('button, a, select, input, textarea, summary'))
        .filter((target) => {
          const isWithin = getComputedStyle(target).display === 'inline';
          const isLabelled = target.matches('input') && target.closest('label') !== null;
          const { width, height } = target.getBoundingClientRect();
          return !isWithin && !isLabelled && width > 0 && Math.min(width, height) < least - 0.5;
        })
        .map((target) => target.outerHTML.slice(0, 200)),
    touch,
  );

type Look = (page: Page, what: string) => Promise<void>;

/** The views of the students’ app: checks overflow, size of targets and accessibility. */
export const inEveryAppView = (declare: (look: Look) => void) =>
  appViews((view) =>
    declare(async (page, what) => {
      await noSideways(page);
      if (view.startsWith('small')) await fitsTheNarrowest(page);
      expect(await smallTargets(page), what).toEqual([]);
      await expectAccessible(page, what);
    }),
  );
