import { describe, expect, it } from 'vitest';
import { excerptOf, matchesIn } from './highlight';

const marked = (text: string, search: string) =>
  matchesIn(text, search).map(([from, to]) => text.slice(from, to));

describe('highlighting', () => {
  it('finds parts of words in any case, ё as е', () => {
    expect(marked('Селиванов Иван Фёдорович', 'иван')).toEqual(['иван', 'Иван']);
    expect(marked('Фёдорова Алёна', 'федор')).toEqual(['Фёдор']);
    expect(marked('Федорова', 'ФЁДОР')).toEqual(['Федор']);
  });

  it('finds all words in any order', () => {
    expect(marked('Петров Пётр Ильич', 'ильич петр')).toEqual(['Петр', 'Пётр', 'Ильич']);
  });

  it('lets one or two letters match beginnings only', () => {
    expect(marked('Иванова Анна', 'ан')).toEqual(['Ан']);
    expect(marked('Петров-Водкин', 'во')).toEqual(['Во']);
    expect(marked('Иванова', 'ва')).toEqual([]);
  });

  it('finds digits across the blanks of a phone, with 8 for 7', () => {
    expect(marked('+7 912 345 67 89', '1234')).toEqual(['12 34']);
    expect(marked('+7 912 345 67 89', '8 (912) 345')).toEqual(['7 912 345']);
    expect(marked('4800001690', '1690')).toEqual(['1690']);
  });

  it('understands the wrong keyboard layout', () => {
    expect(marked('Иванов', 'bdfyjd')).toEqual(['Иванов']);
  });

  it('joins what overlaps and never breaks a character', () => {
    expect(marked('ананас', 'ана нан')).toEqual(['анана']);
    expect(marked('🎓Иван🎓', 'иван')).toEqual(['Иван']);
    expect(marked('İvan', 'van')).toEqual(['van']);
  });

  it('takes signs literally', () => {
    expect(marked('a+b', '.')).toEqual([]);
    expect(marked('<b>жирно</b>', '<b>')).toEqual(['<b>']);
    expect(marked('что угодно', '')).toEqual([]);
  });
});

describe('an excerpt', () => {
  const text = 'Заявление пишут в свободной форме и передают в профком до конца недели. '.repeat(6);

  it('is whole where the text is short', () => {
    expect(excerptOf('Ответ в одну\n строку', 'строку')).toBe('Ответ в одну строку');
  });

  it('is nothing where nothing matches', () => {
    expect(excerptOf(text, 'стипендия')).toBe('');
    expect(excerptOf(text, '')).toBe('');
  });

  it('shows the first match among whole words', () => {
    const excerpt = excerptOf(text, 'профком');
    expect(excerpt).toMatch(/^…и передают в профком до конца недели\. Заявление /);
    expect(excerpt).toMatch(/[^ ]…$/);
    expect(excerpt.length).toBeLessThan(170);
    expect(text).toContain(excerpt.slice(1, -1));
  });

  it('keeps a match that is longer than everything around it', () => {
    const long = 'я'.repeat(300);
    expect(excerptOf(`слово ${long} слово`, long.slice(0, 200))).toContain(long.slice(0, 150));
  });
});
