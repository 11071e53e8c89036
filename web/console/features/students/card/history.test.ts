import { describe, expect, it } from 'vitest';
import {
  changesInWords as changes,
  type HistoryRecord,
  actionInWords as inWords,
} from '../../../shared/history/record';
import { historyWords } from './history';

const actionInWords = (record: HistoryRecord) => inWords(historyWords, record);
const changesInWords = (record: HistoryRecord) => changes(historyWords, record);

const record = (action: string, changes: HistoryRecord['changes'] = {}): HistoryRecord => ({
  at: '2026-11-15 09:05:59',
  operator: 'Белов Илья',
  action,
  reason: null,
  changes,
});

describe('history', () => {
  it('tells two ways to become active apart', () => {
    const from = (status: string) =>
      actionInWords(record('students.active', { status: { from: status, to: 'active' } }));
    expect(from('blocked')).toBe('Студент разблокирован');
    expect([from('moderation'), from('rejected')]).toEqual(['Заявка одобрена', 'Заявка одобрена']);
  });

  it('has a word for every action, known or not', () => {
    const words = ['apply', 'rejected', 'blocked', 'save', 'unheard'].map((action) =>
      actionInWords(record(`students.${action}`)),
    );
    expect(words).toEqual([
      'Заявка подана',
      'Заявка отклонена',
      'Студент заблокирован',
      'Данные изменены',
      'Изменение',
    ]);
  });

  it('tells what was changed, in words', () => {
    const made = {
      surname: { from: 'Иванов', to: 'Петров' },
      patronymic: { from: 'Ильич' },
      phone: { from: '', to: '79123456789' },
      course: { from: 2, to: 3 },
      photo: { from: false, to: true },
      status: { from: 'active', to: 'blocked' },
      statusReason: { to: 'x' },
    };
    expect(changesInWords(record('students.save', made))).toEqual([
      'Фамилия: Иванов → Петров',
      'Отчество: Ильич → не указано',
      'Телефон: не указано → +7 912 345 67 89',
      'Курс: 2 → 3',
      'Добавлено фото',
    ]);
    expect(changesInWords(record('x', { photo: { from: true, to: false } }))).toEqual([
      'Удалено фото',
    ]);
  });
});
