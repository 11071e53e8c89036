import { describe, expect, it } from 'vitest';
import {
  emptyWeek,
  ends,
  fromWire,
  hoursRefusal,
  isGrouped,
  isUnset,
  starts,
  textInWords,
  toWire,
  type Week,
  weekdays,
  weekend,
  weekInWords,
  withDays,
  withStart,
} from './hours';

const nine = { start: '09:00', end: '18:00' };
const off = { start: 'Выходной', end: 'Выходной' };
const round = { start: 'Круглосуточно', end: 'Круглосуточно' };
const usual: Week = withDays(withDays(emptyWeek, weekdays, nine), weekend, off);

describe('working hours', () => {
  it('offer half hours, a day off and round the clock', () => {
    const words = starts('').map(({ label }) => label);
    expect(words).toHaveLength(51);
    expect(words.slice(0, 4)).toEqual(['Не указано', 'Выходной', 'Круглосуточно', '00:00']);
    expect(words.at(-1)).toBe('23:30');
    expect(ends('').map(({ value }) => value)).not.toContain('Выходной');
    expect(starts('09:15').map(({ value }) => value)).toContain('09:15');
  });

  it('fill both ends for a day off or round the clock, and clear the other end for a time', () => {
    expect(withStart(nine, 'Выходной')).toEqual(off);
    expect(withStart(off, '10:00')).toEqual({ start: '10:00', end: '' });
    expect(withStart(nine, '10:00')).toEqual({ start: '10:00', end: '18:00' });
    expect(withStart(nine, '')).toEqual({ start: '', end: '' });
  });

  it('are invalid if nothing or only one end is filled in', () => {
    expect(hoursRefusal(emptyWeek)).toBe('Укажите часы работы');
    expect(hoursRefusal(usual)).toBeNull();
    expect(hoursRefusal(withDays(usual, [1, 3], { start: '10:00', end: '' }))).toBe(
      'Укажите начало и конец: Вт, Чт',
    );
    expect(hoursRefusal(withDays(emptyWeek, [0], nine))).toBeNull();
  });

  it('round-trip through the server format', () => {
    expect(toWire(usual)[0]).toEqual({ name: 'Пн', startWork: '09:00', endWork: '18:00' });
    expect(toWire(emptyWeek).every(({ startWork }) => startWork === null)).toBe(true);
    expect(fromWire(toWire(usual))).toEqual(usual);
    expect(fromWire([...toWire(usual)].reverse())).toEqual(usual);
    expect(isUnset(fromWire(null))).toBe(true);
  });

  it('detect whether weekdays and weekend are uniform', () => {
    expect(isGrouped(usual)).toBe(true);
    expect(isGrouped(emptyWeek)).toBe(true);
    expect(isGrouped(withDays(usual, [2], off))).toBe(false);
  });

  it('are formatted in short', () => {
    expect(weekInWords(usual)).toBe('Пн–Пт 9:00–18:00, Сб–Вс выходной');
    expect(weekInWords(emptyWeek.map(() => nine))).toBe('Ежедневно 9:00–18:00');
    expect(weekInWords(emptyWeek.map(() => round))).toBe('Круглосуточно, без выходных');
    expect(weekInWords(withDays(usual, [2], round))).toBe(
      'Пн–Вт 9:00–18:00, Ср круглосуточно, Чт–Пт 9:00–18:00, Сб–Вс выходной',
    );
    expect(weekInWords(withDays(emptyWeek, [0], nine))).toBe('Пн 9:00–18:00');
    const saturday = withDays(usual, [5], { start: '10:00', end: '16:00' });
    expect(weekInWords(saturday)).toBe('Пн–Пт 9:00–18:00, Сб 10:00–16:00, Вс выходной');
    expect(weekInWords(emptyWeek)).toBe('Не указано');
  });

  it.each([
    ['Пн:09:00-18:00,\nВт:09:00-18:00,\nВс:Выходной', 'Пн–Вт 9:00–18:00, Вс выходной'],
    ['Сб:Круглосуточно', 'Сб круглосуточно'],
    ['Ежедневно с 10:00, кроме праздников', 'Ежедневно с 10:00, кроме праздников'],
    ['Пн:утром', 'Пн:утром'],
    ['', ''],
  ])('are read from a text: %s', (text, words) => {
    expect(textInWords(text)).toBe(words);
  });
});
