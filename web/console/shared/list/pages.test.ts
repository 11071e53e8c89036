import { describe, expect, it } from 'vitest';
import { pageCount, pageGroup, typedPage } from './pages';

describe('pages', () => {
  it('are the total over the page size, rounded up, at least one', () => {
    expect([0, 1, 15, 16, 1750].map((total) => pageCount(total, 15))).toEqual([1, 1, 1, 2, 117]);
  });

  it('stand in groups of four with the way to the next group', () => {
    expect(pageGroup(1, 117)).toEqual({ numbers: [1, 2, 3, 4], next: 5 });
    expect(pageGroup(4, 117)).toEqual({ numbers: [1, 2, 3, 4], next: 5 });
    expect(pageGroup(5, 117)).toEqual({ numbers: [5, 6, 7, 8], next: 9 });
    expect(pageGroup(117, 117)).toEqual({ numbers: [117], next: null });
    expect(pageGroup(3, 4)).toEqual({ numbers: [1, 2, 3, 4], next: null });
    expect(pageGroup(2, 2)).toEqual({ numbers: [1, 2], next: null });
  });

  it('always hold the page itself, and each page stands in one group', () => {
    const seen = new Set<number>();
    for (let page = 1; page <= 50; page += 1) {
      const { numbers, next } = pageGroup(page, 50);
      expect(numbers).toContain(page);
      expect(next === null || next === (numbers.at(-1) ?? 0) + 1).toBe(true);
      for (const number of numbers) seen.add(number);
    }
    expect(seen.size).toBe(50);
  });

  it('may be typed', () => {
    expect(typedPage('7', 10)).toBe(7);
    expect(typedPage('700', 10)).toBe(10);
    expect(typedPage('0', 10)).toBe(1);
    for (const text of ['', ' ', 'x', '1.5']) expect(typedPage(text, 10)).toBeNull();
  });
});
