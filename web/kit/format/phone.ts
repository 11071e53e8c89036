// A phone is stored as eleven digits. The mask leaves the first digit, the country, free.
const length = 11;

/** Normalises a pasted phone to eleven digits; text that is no Russian number keeps its digits as they are. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length === length && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === length - 1 ? `7${digits}` : digits;
}

/** The digits of a partly typed phone. A leading 8 is the domestic prefix for 7. */
export const typedDigits = (text: string) =>
  text.replace(/\D/g, '').replace(/^8/, '7').slice(0, length);

/** Adds the country to ten digits of a Russian number. */
export const completePhone = (digits: string) =>
  /^[349]\d{9}$/.test(digits) ? `7${digits}` : digits;

/** Digits in the mask +9 (999) 999-99-99, as far as they go. */
export function maskPhone(digits: string): string {
  const [, country, area, a, b, c] =
    /^(\d?)(\d{0,3})(\d{0,3})(\d{0,2})(\d{0,2})/.exec(digits) ?? [];
  if (!country) return '';
  return `+${country}${area ? ` (${area}` : ''}${a ? `) ${a}` : ''}${b ? `-${b}` : ''}${c ? `-${c}` : ''}`;
}

/** The caret position in the masked text that has `count` digits before it. */
export function caretAfter(masked: string, count: number): number {
  let position = Math.min(1, masked.length);
  for (let digits = 0; digits < count && position < masked.length; position += 1) {
    if (/\d/.test(masked[position] ?? '')) digits += 1;
  }
  return position;
}

/** A stored phone as +7 999 999 99 99; anything but eleven digits as it is. */
export function formatPhone(stored: string): string {
  const parts = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(stored);
  return parts ? `+${parts.slice(1).join(' ')}` : stored;
}
