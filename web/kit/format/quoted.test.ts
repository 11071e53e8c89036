import { expect, it } from 'vitest';
import { quoted } from './quoted';

it('quotes a name, and turns quotes inside it into inner ones', () => {
  expect(quoted('Стрижка за 500 рублей')).toBe('«Стрижка за 500 рублей»');
  expect(quoted('Кафе «Щи да каша»')).toBe('«Кафе „Щи да каша“»');
});
