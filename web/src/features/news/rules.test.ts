import { describe, expect, it } from 'vitest';
import type { Survey } from './api';
import { barsOf, kindOf, standingOf, surveyPhase } from './rules';
import { agoInWords, shortTime, wholeTime } from './time';

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

  it('counts minutes over midnight, and days by Moscow', () => {
    const justAfter = Date.parse('2026-11-14T21:10:00Z'); // 00:10 in Moscow
    expect(agoInWords('2026-11-14 23:50', justAfter)).toBe('20 минут назад');
    expect(agoInWords('2026-11-14 22:00', justAfter)).toBe('вчера');
  });

  it('says Moscow time in full, and shortly on a button', () => {
    expect(wholeTime('2026-11-12 10:00')).toBe('12.11.2026, 10:00 МСК');
    expect(shortTime('2026-11-12 10:00', now)).toBe('12.11, 10:00');
    expect(shortTime('2027-01-12 10:00', now)).toBe('12.01.2027, 10:00');
  });
});

describe('the status', () => {
  const said = (publishBegin: string | null, publishEnd: string | null, approve = 'approved') => {
    const shown = { approve: approve as 'approved', publishBegin, publishEnd };
    const { tone, words } = standingOf(shown, now);
    return `${tone} ${words}`;
  };

  it('is green only while students see the item; otherwise grey, with the date', () => {
    expect(said(null, null)).toBe('green Опубликована');
    expect(said('2026-11-15 12:00', '2026-11-15 12:01')).toBe('green Опубликована');
    expect(said('2026-11-23 00:31', '2026-12-23 00:31')).toBe('grey Опубликована с 23.11.2026');
    expect(said(null, '2026-07-30 17:59')).toBe('grey Опубликована до 30.07.2026');
    expect(said('2026-11-23 00:31', null, 'wait')).toBe('amber На модерации');
    expect(said(null, '2026-07-30 17:59', 'blocked')).toBe('red Заблокирована');
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
  it('gives each answer its share of those who voted, other the last', () => {
    expect(barsOf(survey(), 0, 'Другое').map(({ label, share }) => [label, share])).toEqual([
      ['Утром', 75],
      ['Вечером', 50],
      ['Другое', 12.5],
    ]);
  });

  it('divides nothing by nobody', () => {
    const bars = barsOf(survey({ voted: 0 }), 0, 'Другое');
    expect(bars.every(({ share }) => Number.isFinite(share))).toBe(true);
    expect(barsOf(survey(), 7, 'Другое')).toEqual([]);
  });

  it('knows whether one is running; without an end it still is', () => {
    expect(surveyPhase(survey(), now)).toBe('running');
    expect(surveyPhase(survey({ endPooling: 'null' }), now)).toBe('running');
    expect(surveyPhase(survey({ endPooling: '2026-11-15 12:00' }), now)).toBe('ended');
    expect(surveyPhase(survey({ startPooling: '2026-11-15 12:01' }), now)).toBe('planned');
  });
});

it('names an item by what it carries', () => {
  expect(kindOf({ hasPooling: true, hasEvent: true })).toBe('survey');
  expect(kindOf({ hasPooling: false, hasEvent: true })).toBe('event');
  expect(kindOf({ hasPooling: false, hasEvent: false })).toBe('news');
});
