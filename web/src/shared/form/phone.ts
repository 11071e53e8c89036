// A phone is stored as eleven digits, 7 first; what is typed and shown here is the ten after it.
const national = 10;

/** The digits of a phone in any usual spelling as eleven beginning with 7; anything else only as digits. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === national ? `7${digits}` : digits;
}

/** The national digits in the field's text. Somebody who types 7 or 8 first is understood at the last digit. */
export function typedDigits(text: string): string {
  const digits = text.replace(/^\s*\+7/, '').replace(/\D/g, '');
  return (/^[78][3489]\d{9}/.test(digits) ? digits.slice(1) : digits).slice(0, national);
}

/** National digits as the mask +7 (999) 999-99-99 shows them, as far as they go. */
export function maskPhone(digits: string): string {
  const [, area, a, b, c] = /^(\d{0,3})(\d{0,3})(\d{0,2})(\d{0,2})/.exec(digits) ?? [];
  if (!area) return '';
  return `+7 (${area}${a ? `) ${a}` : ''}${b ? `-${b}` : ''}${c ? `-${c}` : ''}`;
}

/** Where the caret belongs in the masked text so that as many national digits stand before it. */
export function caretAfter(masked: string, count: number): number {
  let position = masked.indexOf('(') + 1;
  for (let seen = 0; seen < count && position < masked.length; position += 1) {
    if (/\d/.test(masked[position] ?? '')) seen += 1;
  }
  return position;
}

/** A stored phone as it is shown: +7 999 999 99 99; anything but eleven digits as it is. */
export function showPhone(stored: string): string {
  const parts = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(stored);
  return parts ? `+${parts.slice(1).join(' ')}` : stored;
}
