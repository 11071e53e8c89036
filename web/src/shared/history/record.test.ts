import { describe, expect, it } from 'vitest';
import { actionInWords, changesInWords, type HistoryRecord, type HistoryWords } from './record';

const words: HistoryWords = {
  actions: { 'things.add': 'Добавлено', 'things.make': 'Создано', 'things.save': 'Изменено' },
  fields: { size: 'Размер', file: ({ to }) => (to ? 'Есть файл' : 'Нет файла') },
  values: { size: (value) => `${value} шт.` },
  whole: { 'things.add': 'values', 'things.make': 'nothing' },
};
const record = (action: string, changes: HistoryRecord['changes']): HistoryRecord => ({
  at: '2026-11-15 09:05:59',
  operator: '',
  action,
  reason: null,
  changes,
});

describe('a record of a history', () => {
  it('tells changes as changes', () => {
    const made = { size: { from: 1, to: 2 }, file: { from: 'a' }, secret: { to: 'x' } };
    expect(changesInWords(words, record('things.save', made))).toEqual([
      'Размер: 1 шт. → 2 шт.',
      'Нет файла',
    ]);
    expect(changesInWords(words, record('things.save', { size: { from: '', to: 2 } }))).toEqual([
      'Размер: не указано → 2 шт.',
    ]);
  });

  it('tells what was made or removed as it is, blanks left out', () => {
    expect(
      changesInWords(words, record('things.add', { file: { to: 'a' }, size: { to: 5 } })),
    ).toEqual(['Размер: 5 шт.']);
    expect(changesInWords(words, record('things.add', { size: { from: 4 } }))).toEqual([
      'Размер: 4 шт.',
    ]);
    expect(changesInWords(words, record('things.add', { size: { to: '' } }))).toEqual([]);
    expect(changesInWords(words, record('things.make', { size: { to: 5 } }))).toEqual([]);
  });

  it('has a word for an action that nobody knows', () => {
    expect(actionInWords(words, record('things.add', {}))).toBe('Добавлено');
    expect(actionInWords(words, record('other', {}))).toBe('Изменение');
  });
});
