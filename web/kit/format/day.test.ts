import { describe, expect, it } from 'vitest';
import { formatDay, formatLongDay, isoDay, parseDay, parseFinalDay } from './day';

describe('a day', () => {
  it('exists or is null', () => {
    expect(isoDay('29.02.2004')).toBe('2004-02-29');
    for (const text of ['29.02.2003', '31.04.2004', '00.01.2004', '1.2.2004', '', '12.13.2004']) {
      expect(isoDay(text)).toBeNull();
    }
  });

  it.each([
    '2004-03-12',
    '12.3.2004',
    '12/03/2004',
    '12,3,2004',
    ' 12 03 2004',
    '2004-03-12T10:00',
  ])('%s is parsed', (text) => expect(parseDay(text)).toBe('12.03.2004'));

  it.each(['12 марта', '31.02.2004'])('%s is not a day', (text) =>
    expect(parseDay(text)).toBeNull(),
  );

  it('accepts a two-digit year when typing has ended', () => {
    const now = Date.UTC(2026, 10, 17);
    expect(parseFinalDay('1.2.46', now)).toBe('01.02.2046');
    expect(parseFinalDay('1.2.47', now)).toBe('01.02.1947');
    expect(parseDay('1.2.20')).toBeNull(); // may become 2004
  });

  it('is formatted in Russian, without its time', () => {
    expect(formatDay('2004-02-29')).toBe('29.02.2004');
    expect(formatDay('2026-11-05 23:59:59')).toBe('05.11.2026');
    expect(formatLongDay(new Date(2026, 10, 5))).toBe('5 ноября 2026 г.');
  });
});
