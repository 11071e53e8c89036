import { describe, expect, it } from 'vitest';
import {
  actionInWords,
  byMinute,
  changesInWords,
  type HistoryRecord,
  type HistoryWords,
} from './record';

const words: HistoryWords = {
  actions: { 'things.add': 'Добавлено', 'things.make': 'Создано', 'things.save': 'Изменено' },
  fields: { size: 'Размер', file: ({ to }) => (to ? 'Есть файл' : 'Нет файла') },
  values: { size: (value) => `${value} шт.` },
  snapshots: { 'things.add': 'values', 'things.make': 'nothing' },
};
const record = (action: string, changes: HistoryRecord['changes']): HistoryRecord => ({
  at: '2026-11-15 09:05:59',
  operator: '',
  action,
  reason: null,
  changes,
});

describe('a record of a history', () => {
  it('shows changes as old and new values', () => {
    const made = { size: { from: 1, to: 2 }, file: { from: 'a' }, secret: { to: 'x' } };
    expect(changesInWords(words, record('things.save', made))).toEqual([
      'Размер: 1 шт. → 2 шт.',
      'Нет файла',
    ]);
    expect(changesInWords(words, record('things.save', { size: { from: '', to: 2 } }))).toEqual([
      'Размер: не указано → 2 шт.',
    ]);
  });

  it('shows created and deleted objects as plain values without empty ones', () => {
    expect(
      changesInWords(words, record('things.add', { file: { to: 'a' }, size: { to: 5 } })),
    ).toEqual(['Размер: 5 шт.']);
    expect(changesInWords(words, record('things.add', { size: { from: 4 } }))).toEqual([
      'Размер: 4 шт.',
    ]);
    expect(changesInWords(words, record('things.add', { size: { to: '' } }))).toEqual([]);
    expect(changesInWords(words, record('things.make', { size: { to: 5 } }))).toEqual([]);
  });

  it('has a text for an unknown action', () => {
    expect(actionInWords(words, record('things.add', {}))).toBe('Добавлено');
    expect(actionInWords(words, record('other', {}))).toBe('Изменение');
  });
});

describe('the entries of a history', () => {
  const at = (time: string, operator = 'Анна') => ({
    ...record('things.save', {}),
    at: `2026-11-15 ${time}`,
    operator,
  });
  const times = (...records: HistoryRecord[]) =>
    byMinute(records).map((group) => group.map((one) => one.at.slice(11)));

  it('of one person within a minute are grouped, also across a minute boundary', () => {
    expect(times(at('09:06:10'), at('09:06:00'), at('09:05:11'))).toEqual([
      ['09:06:10', '09:06:00', '09:05:11'],
    ]);
  });

  it('start a new group a minute after the latest one', () => {
    expect(times(at('09:06:10'), at('09:05:40'), at('09:05:10'))).toEqual([
      ['09:06:10', '09:05:40'],
      ['09:05:10'],
    ]);
  });

  it('of two people are not grouped', () => {
    expect(times(at('09:06:10'), at('09:06:09', 'Борис'), at('09:06:08'))).toHaveLength(3);
    expect(byMinute([])).toEqual([]);
  });
});
