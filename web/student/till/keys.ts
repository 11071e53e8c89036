// A USB scanner types like a keyboard. A Russian layout would change the letters, so the physical key counts
// (KeyboardEvent.code), not its character.
const signs: Record<string, string> = {
  Slash: '/',
  NumpadDivide: '/',
  Semicolon: ':',
  Period: '.',
  NumpadDecimal: '.',
  Minus: '-',
  NumpadSubtract: '-',
};

/** The character of a key in the English layout, as a capital; null for other keys. */
export function characterOf(code: string): string | null {
  const [, letter] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code) ?? [];
  return letter ?? signs[code] ?? null;
}

type Press = Pick<KeyboardEvent, 'code' | 'timeStamp'>;

const pause = 300; // ms: a longer pause starts a new text

/** Collects fast input as scanners send it. Enter returns the text. */
export function makeKeyReader() {
  let text = '';
  let last = 0;
  return ({ code, timeStamp }: Press): string | null => {
    if (timeStamp - last > pause) text = '';
    last = timeStamp;
    if (code === 'Enter' || code === 'NumpadEnter') {
      const whole = text;
      text = '';
      return whole || null;
    }
    text += characterOf(code) ?? '';
    return null;
  };
}
