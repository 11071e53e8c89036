import { describe, expect, it } from 'vitest';
import {
  finishTime,
  momentAt,
  momentOf,
  momentParts,
  moscowMinute,
  quarters,
  readTime,
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
    ['103', null], // may become 10:30
    ['9', null],
    ['2460', null],
    ['12345', null],
    ['абв', null],
  ])('%s typed so far is %s', (typed, time) => {
    expect(readTime(typed)).toBe(time);
  });

  it.each([
    ['103', '01:03'],
    ['9', '09:00'],
    ['10:', '10:00'],
    ['0930', '09:30'],
    ['9:3', null],
    ['24', null],
  ])('%s typed to the end is %s', (typed, time) => {
    expect(finishTime(typed)).toBe(time);
  });

  it('are offered by quarters of an hour', () => {
    expect([quarters.length, quarters[1], quarters.at(-1)]).toEqual([96, '00:15', '23:45']);
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
