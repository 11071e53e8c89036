import { describe, expect, it } from 'vitest';
import { badgeOf, barsOf, hiddenSince, kindOf, leadingBar, surveyPhase } from './rules';
import { agoInWords, fullTime, shortTime } from './time';
import type { Survey } from './wire';

// 15 November 2026, 12:00 in Moscow.
const now = Date.parse('2026-11-15T09:00:00Z');

describe('times', () => {
  it.each([
    ['2026-11-15 11:59', '1 минуту назад'],
    ['2026-11-15 11:59:40', 'только что'],
    ['2026-11-15 11:38', '22 минуты назад'],
    ['2026-11-15 11:00', '1 час назад'],
    ['2026-11-15 09:30', '2 часа назад'],
    ['2026-11-15 00:05', '11 часов назад'],
    ['2026-11-14 23:59', 'вчера'],
    ['2026-11-14 00:00', 'вчера'],
    ['2026-11-13 23:59', 'позавчера'],
    ['2026-11-12 23:59', '12.11.2026'],
    ['2025-11-14 12:00', '14.11.2025'],
  ])('%s is %s', (wire, words) => {
    expect(agoInWords(wire, now)).toBe(words);
  });

  it('counts minutes across midnight, and days in Moscow time', () => {
    const justAfter = Date.parse('2026-11-14T21:10:00Z'); // 00:10 in Moscow
    expect(agoInWords('2026-11-14 23:50', justAfter)).toBe('20 минут назад');
    expect(agoInWords('2026-11-14 22:00', justAfter)).toBe('вчера');
  });

  it('formats Moscow time in full, and short for a button', () => {
    expect(fullTime('2026-11-12 10:00')).toBe('12.11.2026, 10:00 МСК');
    expect(shortTime('2026-11-12 10:00', now)).toBe('12.11, 10:00');
    expect(shortTime('2027-01-12 10:00', now)).toBe('12.01.2027, 10:00');
  });
});

describe('the status', () => {
  it.each([
    ['approved', null, null, 'green Опубликована'],
    ['approved', '2026-11-15 12:00', '2026-11-15 12:01', 'green Опубликована'],
    ['approved', '2026-11-15 12:01', null, 'grey Опубликована · Запланирована'],
    ['approved', '2026-11-23 00:31', '2026-12-23 00:31', 'grey Опубликована · Запланирована'],
    ['approved', null, '2026-11-15 12:00', 'grey Опубликована · Скрыта'],
    ['approved', '2026-07-01 10:00', '2026-07-30 17:59', 'grey Опубликована · Скрыта'],
    ['wait', '2026-11-23 00:31', null, 'amber На модерации'],
    ['wait', null, '2026-07-30 17:59', 'amber На модерации'],
    ['declined', '2026-11-23 00:31', null, 'grey Отклонена'],
    ['blocked', null, '2026-07-30 17:59', 'red Заблокирована'],
  ] as const)('of %s from %s to %s is %s', (approve, publishBegin, publishEnd, badge) => {
    const { tone, word } = badgeOf({ approve, publishBegin, publishEnd }, now);
    expect(`${tone} ${word}`).toBe(badge);
  });

  it('has the end of an item that is over', () => {
    const item = { approve: 'approved', publishBegin: null } as const;
    expect(hiddenSince({ ...item, publishEnd: '2026-11-15 12:00' }, now)).toBe('2026-11-15 12:00');
    expect(hiddenSince({ ...item, publishEnd: '2026-11-15 12:01' }, now)).toBeNull();
    expect(hiddenSince({ ...item, publishEnd: null }, now)).toBeNull();
  });
});

const survey = (changes: Partial<Survey> = {}): Survey => ({
  uuidPooling: 'p-1',
  startPooling: '2026-11-10 10:00',
  endPooling: '2026-11-20 10:00',
  isView: true,
  voted: 8,
  questions: [
    {
      question: 'Когда?',
      questionType: 'multiple',
      allowOther: true,
      countAllOther: 1,
      answerVariants: [
        { answerVariant: 'Утром', position: 'a', voted: 6 },
        { answerVariant: 'Вечером', position: 'b', voted: 4 },
      ],
    },
  ],
  ...changes,
});

describe('surveys', () => {
  it('computes the share of each answer among voters, with other last', () => {
    expect(barsOf(survey(), 0, 'Другое').map(({ label, share }) => [label, share])).toEqual([
      ['Утром', 75],
      ['Вечером', 50],
      ['Другое', 12.5],
    ]);
  });

  it('has one leading answer, the first of a tie', () => {
    expect(leadingBar(barsOf(survey(), 0, 'Другое')).map(({ label }) => label)).toEqual(['Утром']);
    const equal = [3, 5, 5].map((votes, i) => ({ key: `${i}`, label: `${i}`, votes, share: 0 }));
    expect(leadingBar(equal).map(({ key }) => key)).toEqual(['1']);
    expect(leadingBar([])).toEqual([]);
  });

  it('shows no shares without voters', () => {
    const bars = barsOf(survey({ voted: 0 }), 0, 'Другое');
    expect(bars.every(({ share }) => Number.isFinite(share))).toBe(true);
    expect(barsOf(survey(), 7, 'Другое')).toEqual([]);
  });

  it('is running without an end', () => {
    expect(surveyPhase(survey(), now)).toBe('running');
    expect(surveyPhase(survey({ endPooling: 'null' }), now)).toBe('running');
    expect(surveyPhase(survey({ endPooling: '2026-11-15 12:00' }), now)).toBe('ended');
    expect(surveyPhase(survey({ startPooling: '2026-11-15 12:01' }), now)).toBe('planned');
  });
});

it('derives the kind of an item from its parts', () => {
  expect(kindOf({ hasPooling: true, hasEvent: true })).toBe('survey');
  expect(kindOf({ hasPooling: false, hasEvent: true })).toBe('event');
  expect(kindOf({ hasPooling: false, hasEvent: false })).toBe('news');
});
