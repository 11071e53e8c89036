import type { Page } from './test';

// Where the letters of a Russian layout are.
const cyrillic: Record<string, string> = { KeyA: 'ф', KeyR: 'к', KeyZ: 'я' };

type How = { modifiers?: number; held?: boolean };

/** Presses a key by its place, in the Russian layout: event.key is Cyrillic. */
export async function russianKeys(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (code: string, { modifiers = 0, held = false }: How = {}) => {
    const key = cyrillic[code] ?? code.replace('Digit', '');
    const windowsVirtualKeyCode = code.startsWith('Arrow') ? 39 : code.charCodeAt(code.length - 1);
    const press = { code, key, windowsVirtualKeyCode, modifiers };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press });
    if (held) {
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        ...press,
        autoRepeat: true,
      });
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        ...press,
        autoRepeat: true,
      });
    }
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
  };
}

const ctrl = 2;

/** Presses a key with Ctrl. */
export const withCtrl: How = { modifiers: ctrl };
