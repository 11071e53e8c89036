import { expect, it } from 'vitest';
import { maskDay } from './BirthDateField';
import { mobileDigits } from './PhoneField';

it.each([
  ['1', '1'],
  ['12', '12.'],
  ['1204', '12.04.'],
  ['12042005', '12.04.2005'],
  ['120420059', '12.04.2005'],
  ['1.4.2005', '1.4.2005'],
  ['12.04.20051', '12.04.2005'],
])('a date typed as %s is %s', (typed, shown) => {
  expect(maskDay(typed)).toBe(shown);
});

it.each([
  ['9161234567', '79161234567'],
  ['8 (916) 123-45-67', '79161234567'],
  ['+7 916 123 45 67', '79161234567'],
  ['+7', '7'],
  ['', ''],
])('a phone typed as %s is %s', (typed, digits) => {
  expect(mobileDigits(typed)).toBe(digits);
});
