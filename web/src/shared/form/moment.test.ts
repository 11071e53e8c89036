import { describe, expect, it } from 'vitest';
import {
  maskTime,
  momentAt,
  momentOf,
  momentParts,
  moscowMinute,
  typedMoment,
  wireMoment,
} from './moment';

describe('moments', () => {
  it('come apart and together, also half typed', () => {
    for (const value of ['12.11.2026 10:00', '12.11 ', ' 10:0', '']) {
      const { date, time } = momentParts(value);
      expect(momentOf(date, time)).toBe(value);
    }
  });

  it.each([
    ['1000', '10:00'],
    ['10:00', '10:00'],
    ['9:05', '09:05'],
    ['10:', '10:'],
    ['1', '1'],
    ['12345', '12:34'],
    ['абв', ''],
  ])('%s is typed as %s', (typed, masked) => {
    expect(maskTime(typed)).toBe(masked);
  });

  it('go to the server whole or not at all', () => {
    expect(wireMoment('12.11.2026 10:00')).toBe('2026-11-12 10:00');
    expect(wireMoment('12.11.2026 ')).toBeNull();
    expect(wireMoment('12.11.2026 24:00')).toBeNull();
    expect(wireMoment('31.11.2026 10:00')).toBeNull();
    expect(typedMoment('2026-11-12 10:00:30')).toBe('12.11.2026 10:00');
    expect(typedMoment(null)).toBe('');
  });

  it("are Moscow's, wherever the browser stands", () => {
    const at = Date.parse('2026-11-14T21:30:00Z');
    expect(moscowMinute(at)).toBe('2026-11-15 00:30');
    expect(momentAt('2026-11-15 00:30')).toBe(at);
    expect(momentAt('2026-11-15 00:30:15')).toBe(at + 15_000);
  });
});
