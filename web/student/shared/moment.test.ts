import { describe, expect, it } from 'vitest';
import { dayOf, moment } from './moment';

describe('a moment', () => {
  it('names its year if it is another one', () => {
    const now = new Date('2026-11-18T10:00:00');
    expect(moment('2026-11-30T14:05:00', now)).toBe('30 ноября в 14:05');
    expect(moment('2025-12-20T09:26:00', now)).toBe('20 декабря 2025 г. в 09:26');
  });
});

describe('a day', () => {
  it('names its year if it is another one', () => {
    const now = new Date('2026-11-18T10:00:00Z');
    expect(dayOf('2026-11-30', now)).toBe('30 ноября');
    expect(dayOf('2025-12-20T09:26:00Z', now)).toBe('20 декабря 2025');
  });
});
