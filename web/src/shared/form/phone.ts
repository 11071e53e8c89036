// A phone is stored as eleven digits; the mask of the specification leaves the first of them free.
const length = 11;

/** The digits of a phone in any usual spelling as eleven; anything else only as digits. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length === length && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === length - 1 ? `7${digits}` : digits;
}

/** The digits in the field's text; a leading 8 is the 7 of a call inside the country. */
export const typedDigits = (text: string) =>
  text.replace(/\D/g, '').replace(/^8/, '7').slice(0, length);

/** A phone as it is meant once it is typed to the end: ten digits of ours lack only their country. */
export const finishPhone = (digits: string) =>
  /^[349]\d{9}$/.test(digits) ? `7${digits}` : digits;

/** Digits as the mask +9 (999) 999-99-99 shows them, as far as they go. */
export function maskPhone(digits: string): string {
  const [, country, area, a, b, c] =
    /^(\d?)(\d{0,3})(\d{0,3})(\d{0,2})(\d{0,2})/.exec(digits) ?? [];
  if (!country) return '';
  return `+${country}${area ? ` (${area}` : ''}${a ? `) ${a}` : ''}${b ? `-${b}` : ''}${c ? `-${c}` : ''}`;
}

/** Where the caret belongs in the masked text so that as many digits stand before it. */
export function caretAfter(masked: string, count: number): number {
  let position = Math.min(1, masked.length);
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
