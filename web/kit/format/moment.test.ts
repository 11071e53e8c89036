import { describe, expect, it } from 'vitest';
import {
  epochOf,
  formatMoment,
  joinMoment,
  moscowMinute,
  parseFinalTime,
  parseTime,
  quarterHours,
  splitMoment,
  wireMoment,
} from './moment';

describe('moments', () => {
  it('split and join, also incomplete ones', () => {
    for (const value of ['12.11.2026 10:00', '12.11 ', ' 10:0', '']) {
      const { date, time } = splitMoment(value);
      expect(joinMoment(date, time)).toBe(value);
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
  ])('%s, still typing, is %s', (typed, time) => {
    expect(parseTime(typed)).toBe(time);
  });

  it.each([
    ['103', '01:03'],
    ['9', '09:00'],
    ['10:', '10:00'],
    ['0930', '09:30'],
    ['9:3', null],
    ['24', null],
  ])('%s, complete, is %s', (typed, time) => {
    expect(parseFinalTime(typed)).toBe(time);
  });

  it('are offered in steps of 15 minutes', () => {
    expect([quarterHours.length, quarterHours[1], quarterHours.at(-1)]).toEqual([
      96,
      '00:15',
      '23:45',
    ]);
  });

  it('are sent if they are complete', () => {
    expect(wireMoment('12.11.2026 10:00')).toBe('2026-11-12 10:00');
    expect(wireMoment('12.11.2026 ')).toBeNull();
    expect(wireMoment('12.11.2026 24:00')).toBeNull();
    expect(wireMoment('31.11.2026 10:00')).toBeNull();
    expect(formatMoment('2026-11-12 10:00:30')).toBe('12.11.2026 10:00');
    expect(formatMoment(null)).toBe('');
    expect(formatMoment('когда-то')).toBe('когда-то');
  });

  it('are in Moscow time in any time zone', () => {
    const at = Date.parse('2026-11-14T21:30:00Z');
    expect(moscowMinute(at)).toBe('2026-11-15 00:30');
    expect(epochOf('2026-11-15 00:30')).toBe(at);
    expect(epochOf('2026-11-15 00:30:15')).toBe(at + 15_000);
  });
});
