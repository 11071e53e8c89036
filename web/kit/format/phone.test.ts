import { describe, expect, it } from 'vitest';
import {
  caretAfter,
  completePhone,
  formatPhone,
  maskPhone,
  phoneDigits,
  typedDigits,
} from './phone';

describe('a pasted phone', () => {
  it.each([
    '+7 (912) 345-67-89',
    '+79123456789',
    '79123456789',
    '89123456789',
    '8 (912) 345 67 89',
    '9123456789',
    ' 8-912-345-67-89 ',
    '+7 912 345 67 89',
  ])('%j is the same number', (text) => expect(phoneDigits(text)).toBe('79123456789'));

  it.each(['', '12', '+375 29 123 45 67 8'])('%j is not a Russian number', (text) =>
    expect(phoneDigits(text)).not.toMatch(/^7\d{10}$/),
  );
});

describe('a typed phone', () => {
  // Each key is appended to the shown text.
  const type = (keys: string) =>
    [...keys].reduce((shown, key) => maskPhone(typedDigits(shown + key)), '');

  it.each([
    ['79123456789', '+7 (912) 345-67-89'],
    ['89123456789', '+7 (912) 345-67-89'],
    ['+79123456789', '+7 (912) 345-67-89'],
    ['8 (912) 345-67-89', '+7 (912) 345-67-89'],
    ['37529123456', '+3 (752) 912-34-56'], // any first digit is allowed
    ['7912abc345', '+7 (912) 345'],
    ['791234567890', '+7 (912) 345-67-89'],
    ['7', '+7'],
    ['', ''],
  ])('%s shows %s', (keys, shown) => expect(type(keys)).toBe(shown));

  it('can be deleted completely', () => {
    let shown = maskPhone('79123456789');
    for (let i = 0; i < 30 && shown; i += 1) shown = maskPhone(typedDigits(shown.slice(0, -1)));
    expect(shown).toBe('');
  });

  it('gets its country code when it is complete', () => {
    expect(completePhone('9123456789')).toBe('79123456789');
    expect(completePhone('4951234567')).toBe('74951234567');
    expect(completePhone('7123456789')).toBe('7123456789'); // a digit is missing
    expect(completePhone('912')).toBe('912');
  });

  it('keeps the caret after the same digit', () => {
    const masked = '+7 (912) 345-67-89';
    expect(masked.slice(0, caretAfter(masked, 0))).toBe('+');
    expect(masked.slice(0, caretAfter(masked, 1))).toBe('+7');
    expect(masked.slice(0, caretAfter(masked, 4))).toBe('+7 (912');
    expect(masked.slice(0, caretAfter(masked, 5))).toBe('+7 (912) 3');
    expect(caretAfter(masked, 99)).toBe(masked.length);
  });
});

it('shows a stored phone in groups', () => {
  expect(formatPhone('79123456789')).toBe('+7 912 345 67 89');
  expect(formatPhone('123')).toBe('123');
});
