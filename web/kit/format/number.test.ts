import { expect, it } from 'vitest';
import { formatDecimal, formatNumber, formatPercent, formatTenths } from './number';
import { counted, plural } from './plural';

it('separates thousands and decimals as in Russian', () => {
  expect(formatNumber(12_345)).toBe('12\u00a0345');
  expect(formatDecimal(33.333)).toBe('33,3');
  expect([4, 4.5, 3.96].map(formatTenths)).toEqual(['4,0', '4,5', '4,0']);
  expect(formatPercent(33.333)).toBe('33,3\u00a0%');
});

it('picks the form of a word by its count', () => {
  const forms = [1, 2, 5, 11, 21].map((n) => plural(n, 'студент', 'студента', 'студентов'));
  expect(forms).toEqual(['студент', 'студента', 'студентов', 'студентов', 'студент']);
  expect(counted(1003, 'студент', 'студента', 'студентов')).toBe('1\u00a0003 студента');
});
