import { expect, it } from 'vitest';
import { operator } from '../../test/tokens';
import { isFactorDue } from './factor';

// 21:00 UTC is midnight in Moscow.
it.each([
  ['', '2026-11-18T12:00:00Z', false],
  ['2026-11-19', '2026-11-18T20:59:59Z', false],
  ['2026-11-19', '2026-11-18T21:00:00Z', true],
  ['2026-11-19', '2027-01-01T00:00:00Z', true],
])('required from %j, at %s: %s', (factorFrom, now, due) => {
  expect(isFactorDue(operator({ factorFrom }), Date.parse(now))).toBe(due);
});
