import { describe, expect, it } from 'vitest';
import { characterOf, makeKeyReader } from './keys';
import { makeRepeats } from './repeats';
import { shownIn } from './shown';

const token = 'ABCDEFGH12MRQE8TBFXT';

describe('parsing of scanned text', () => {
  it.each([
    [`HTTPS://HOST.RU/C/${token}`, { token }],
    [`https://host.ru:8443/c/${token.toLowerCase()}`, { token }],
    [`${token}\n`, { token }],
    ['480 000 0017', { number: '4800000017' }],
    ['https://evil.example/page', null],
    ['12345', null],
    ['', null],
  ])('%s', (text, shown) => {
    expect(shownIn(text)).toEqual(shown);
  });
});

/** The key events of a scanner, as the English layout has its keys. */
const codes = (text: string) =>
  Array.from(text, (c) => {
    if (/\d/.test(c)) return `Digit${c}`;
    return { ':': 'Semicolon', '/': 'Slash', '.': 'Period', '-': 'Minus' }[c] ?? `Key${c}`;
  });

describe('a keyboard scanner', () => {
  it('is read by physical keys under any layout', () => {
    const read = makeKeyReader();
    const text = `HTTPS://CARD.EXAMPLE-1.RU/C/${token}`;
    const presses = ['ShiftLeft', ...codes(text)];
    for (const [i, code] of presses.entries()) {
      expect(read({ code, timeStamp: 5000 + i * 20 })).toBeNull();
    }
    expect(read({ code: 'Enter', timeStamp: 5000 + presses.length * 20 })).toBe(text);
  });

  it('starts over after a pause', () => {
    const read = makeKeyReader();
    read({ code: 'Digit9', timeStamp: 1000 });
    read({ code: 'Numpad4', timeStamp: 2000 });
    read({ code: 'Digit2', timeStamp: 2050 });
    expect(read({ code: 'NumpadEnter', timeStamp: 2100 })).toBe('42');
    expect(read({ code: 'Enter', timeStamp: 2150 })).toBeNull();
  });

  it('supports letters, digits and punctuation', () => {
    expect(['KeyQ', 'Digit0', 'Numpad7', 'Slash', 'Tab'].map(characterOf)).toEqual([
      'Q',
      '0',
      '7',
      '/',
      null,
    ]);
  });
});

describe('a card in front of the camera', () => {
  const renewed = `${token.slice(0, 10)}0000000000`;

  it('is checked once while it stays', () => {
    const { isNew } = makeRepeats();
    expect(isNew('a', 0)).toBe(true);
    expect(isNew('a', 2000)).toBe(false);
    expect(isNew('a', 4000)).toBe(false);
    expect(isNew('b', 4100)).toBe(true);
    expect(isNew('b', 9000)).toBe(true);
  });

  it('is not checked again when its code renews, unless it was refused', () => {
    const { isNew, accept } = makeRepeats();
    expect(isNew(token, 0)).toBe(true);
    expect(isNew(renewed, 1000)).toBe(true);
    accept();
    expect(isNew(token, 2000)).toBe(false);
    expect(isNew(renewed, 4000)).toBe(false);
    expect(isNew(`B${token.slice(1)}`, 5000)).toBe(true);
    expect(isNew(token, 6000)).toBe(true);
  });

  it('is checked again after three seconds if there was no answer', () => {
    const { isNew, askAgain } = makeRepeats();
    expect(isNew(token, 0)).toBe(true);
    askAgain(500);
    expect(isNew(token, 2000)).toBe(false);
    expect(isNew(token, 3500)).toBe(true);
    expect(isNew(token, 3600)).toBe(false);
  });
});
