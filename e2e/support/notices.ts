import { type BrowserContext, expect, type Page } from '@playwright/test';

type Heard = { text: string; isExpected: boolean };
type Listening = Window & { heard?: Heard[] };

// Runs in the browser. Every notification that is put on the screen is written down.
function listen() {
  const heard: Heard[] = [];
  (window as Listening).heard = heard;
  const noted = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const item of document.querySelectorAll<HTMLElement>('[aria-label="Уведомления"] li')) {
      if (noted.has(item) || !item.checkVisibility()) continue;
      noted.add(item);
      heard.push({ text: item.textContent.replace(/\s+/g, ' '), isExpected: false });
    }
  }).observe(document, { childList: true, subtree: true });
}

const recorded = new WeakSet<BrowserContext>();

/** Writes down the notifications on the pages of a context that are opened from now on. */
export async function recordNotices(context: BrowserContext) {
  if (recorded.has(context)) return;
  recorded.add(context);
  await context.addInitScript(listen);
}

// Runs in the browser.
function take({ plain, pattern }: { plain?: string; pattern?: string }) {
  const heard = (window as Listening).heard ?? [];
  const fits = (text: string) =>
    pattern ? new RegExp(pattern).test(text) : text.includes(plain ?? '');
  const found = heard.find(({ text, isExpected }) => !isExpected && fits(text));
  if (found) found.isExpected = true;
  return found ? 'heard' : `not among ${JSON.stringify(heard)}`;
}

/**
 * Waits for a notification. It leaves the screen after five seconds, in which a busy machine may not look there even once,
 * so what the page has written down counts. Each notification is taken once.
 */
export async function expectNotice(page: Page, text: string | RegExp) {
  const wanted = typeof text === 'string' ? { plain: text } : { pattern: text.source };
  const look = () => page.evaluate(take, wanted).catch(String); // a page that is being loaded has no answer
  await expect.poll(look, `notification ${text}`).toBe('heard');
}
