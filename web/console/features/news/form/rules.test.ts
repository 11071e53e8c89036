import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../kit/api/problem';
import { fieldErrors } from '../../../shared/form/refusal';
import { newsCard as item } from '../../../test/news';
import type { Card } from '../wire';
import {
  afterApproval,
  eventRules,
  fieldOf,
  levelHint,
  levelsOf,
  newsRules,
  outcomeOf,
  scheduleRules,
  surveyRules,
} from './rules';
import {
  bodyOf,
  emptyValues,
  letterOf,
  type NewsValues,
  type SurveyValue,
  valuesOf,
} from './values';

// 15 November 2026, 12:00 in Moscow.
const now = Date.parse('2026-11-15T09:00:00Z');

const values = (changes: Partial<NewsValues> = {}): NewsValues => ({
  ...emptyValues,
  title: 'Новость',
  typeNews: 'university',
  ...changes,
});

describe('the form', () => {
  const errors = (changes: Partial<NewsValues>) =>
    newsRules(emptyValues, () => now)(values(changes));

  it('asks for a title and a level', () => {
    expect(errors({ title: ' ', typeNews: '' })).toEqual({
      title: 'Обязательное поле',
      typeNews: 'Укажите тип',
    });
    expect(errors({ title: 'я'.repeat(201) }).title).toBe('Не более 200 символов, сейчас 201');
    expect(errors({ tags: ['т'.repeat(51)] }).tags).toBe('Не более 50 символов, сейчас 51');
    const many = Array.from({ length: 21 }, (_, i) => String(i));
    expect(errors({ tags: many }).tags).toBe('Не более 20, сейчас 21');
    expect(errors({})).toEqual({});
  });

  it('requires a date and time of a pin in the future', () => {
    expect(errors({ pin: '1' }).fixToDate).toBe('Укажите дату и время закрепления');
    expect(errors({ pin: '1', fixToDate: '16.11.2026 ' }).fixToDate).toBeTruthy();
    expect(errors({ pin: '1', fixToDate: '15.11.2026 11:59' }).fixToDate).toBe(
      'Дата закрепления уже прошла',
    );
    expect(errors({ pin: '1', fixToDate: '15.11.2026 12:00' })).toEqual({});
    expect(errors({ pin: '2', fixToDate: 'x' })).toEqual({});
  });

  it('is not sent while images are uploading', () => {
    const image = { id: 'i', key: null, thumbnail: '', loose: true };
    expect(errors({ keyFiles: [image] }).keyFiles).toBeTruthy();
  });
});

describe('the schedule', () => {
  const check = (begin: string, end?: string) =>
    scheduleRules({ begin, end: end ?? '', atOnce: false, withEnd: end !== undefined }, null, now);

  it('requires a start with a valid time', () => {
    expect(check('')).toEqual({ begin: true });
    expect(check('16.11.2026 24:00')).toEqual({ begin: true });
    expect(check('31.02.2027 10:00')).toEqual({ begin: true });
    expect(check('16.11.2026 10:00')).toEqual({});
  });

  it('requires an end after the start only if the end is enabled', () => {
    expect(check('16.11.2026 10:00', '')).toEqual({ end: true });
    expect(check('16.11.2026 10:00', '16.11.2026 10:00').end).toBe(
      'Окончание должно быть позже начала',
    );
    expect(check('16.11.2026 10:00', '16.11.2026 10:01')).toEqual({});
  });

  it('refuses times in the past unless they are saved already', () => {
    expect(check('15.11.2026 11:59').begin).toBe('Это время уже прошло');
    const saved = { begin: '01.11.2026 10:00', end: '' };
    expect(scheduleRules({ ...saved, atOnce: false, withEnd: false }, saved, now)).toEqual({});
  });
});

describe('the schedule of an item published immediately', () => {
  const check = (end: string) =>
    scheduleRules({ begin: '', end, atOnce: true, withEnd: false }, null, now);

  it('consists of its end only', () => {
    expect(check('')).toEqual({ end: true });
    expect(check('15.11.2026 11:59').end).toBe('Это время уже прошло');
    expect(check('16.11.2026 10:00')).toEqual({});
    const schedule = { begin: '', end: '16.11.2026 10:00' };
    expect(bodyOf(values({ schedule }), emptyValues)).toMatchObject({
      publishBegin: null,
      publishEnd: '2026-11-16 10:00',
    });
  });
});

describe('the survey', () => {
  const survey = (changes: Partial<SurveyValue> = {}): SurveyValue => ({
    startPooling: '16.11.2026 10:00',
    endPooling: '17.11.2026 10:00',
    isView: true,
    questions: [
      {
        id: 'q',
        question: 'Когда?',
        questionType: 'single',
        allowOther: false,
        variants: [{ id: 'v', text: 'Сейчас' }],
      },
    ],
    ...changes,
  });
  const [question] = survey().questions;
  if (!question) throw new Error('no question');

  it('names missing fields in the words of rules 9.10', () => {
    expect(surveyRules(survey(), now)).toEqual({});
    expect(surveyRules(survey({ questions: [] }), now).questions).toBe(
      'Вы не указали ни одного вопроса',
    );
    const blank = survey({ questions: [{ ...question, question: ' ' }] });
    expect(surveyRules(blank, now).questions).toBe('Все вопросы должны быть заполнены');
    const silent = survey({ questions: [{ ...question, variants: [{ id: 'v', text: '' }] }] });
    expect(surveyRules(silent, now).questions).toBe('Все ответы на вопросы должны быть заполнены');
    const long = survey({ questions: [{ ...question, question: 'я'.repeat(501) }] });
    expect(surveyRules(long, now).questions).toBe('Вопросы и ответы — не более 500 символов');
    const undated = survey({ startPooling: '', endPooling: '17.11.2026 ' });
    expect(surveyRules(undated, now)).toEqual({
      startPooling: 'Даты обязательны для заполнения',
      endPooling: 'Даты обязательны для заполнения',
    });
  });

  it('may begin earlier today but not yesterday, and must end in the future', () => {
    const from = (startPooling: string) => surveyRules(survey({ startPooling }), now).startPooling;
    expect(from('15.11.2026 08:00')).toBeUndefined();
    expect(from('14.11.2026 23:00')).toBe('Начало опроса уже прошло');
    const to = (endPooling: string) => surveyRules(survey({ endPooling }), now).endPooling;
    expect(to('15.11.2026 12:00')).toBe('Окончание опроса уже прошло');
    expect(to('16.11.2026 10:00')).toBe('Окончание должно быть позже начала');
  });

  it('sends letters for positions', () => {
    expect([0, 1, 25, 26, 29].map(letterOf)).toEqual(['a', 'b', 'z', 'za', 'zd']);
    const body = bodyOf(values({ pooling: survey() }), emptyValues);
    expect(body.pooling?.questions?.[0]?.answersVariants).toEqual([
      { text: 'Сейчас', position: 'a' },
    ]);
  });
});

it('an event ends after it begins, and registration before', () => {
  const event = {
    title: 'Встреча',
    description: '',
    date: '20.11.2026 10:00',
    endDate: '',
    endRegistration: '',
    placesCount: '',
    address: '',
    isView: false,
  };
  expect(eventRules(event, now)).toEqual({});
  expect(eventRules({ ...event, title: '', date: '' }, now)).toEqual({
    title: expect.any(String),
    date: expect.any(String),
  });
  const long = 'я'.repeat(2001);
  expect(eventRules({ ...event, title: long, description: long, address: long }, now)).toEqual({
    title: 'Не более 200 символов, сейчас 2001',
    description: 'Не более 2000 символов, сейчас 2001',
    address: 'Не более 300 символов, сейчас 2001',
  });
  expect(eventRules({ ...event, endDate: '20.11.2026 09:59' }, now).endDate).toBeTruthy();
  expect(eventRules({ ...event, endRegistration: '20.11.2026 10:01' }, now)).toHaveProperty(
    'endRegistration',
  );
  expect(eventRules({ ...event, endRegistration: '20.11.2026 10:00' }, now)).toEqual({});
  expect(eventRules({ ...event, endDate: '20.11' }, now).endDate).toBeTruthy();
  for (const placesCount of ['0', '1000001', '1.5']) {
    expect(eventRules({ ...event, placesCount }, now).placesCount).toBeTruthy();
  }
  expect(eventRules({ ...event, date: '14.11.2026 10:00' }, now).date).toBeTruthy();
});

describe('the submit button', () => {
  const outcome = (changes: Partial<NewsValues>, card: Card | null = null, chairman = false) => {
    const base = card ? valuesOf(card) : emptyValues;
    const typed = card ? { ...base, ...changes } : values(changes);
    return outcomeOf({ values: typed, base, card, chairman }, now);
  };
  const said = (changes: Partial<NewsValues>, card: Card | null = null) =>
    outcome(changes, card).button;
  const later = { begin: '20.11.2026 10:00', end: '' };

  it('for a new item', () => {
    expect(said({})).toBe('Опубликовать');
    expect(said({ schedule: later })).toBe('Запланировать на 20.11, 10:00 МСК');
    expect(said({ schedule: { begin: '15.11.2026 12:00', end: '' } })).toBe('Опубликовать');
    expect(said({ typeNews: 'region', schedule: later })).toBe('Отправить на модерацию');
    expect(afterApproval(values({ typeNews: 'region', schedule: later }), now)).toBe(
      'После одобрения выйдет 20.11, 10:00 МСК.',
    );
  });

  it('for a chairman, who moderates regional items', () => {
    const region = { typeNews: 'region' } as const;
    expect(outcome(region, null, true)).toEqual({
      button: 'Сохранить',
      done: 'Новость сохранена. Опубликовать её можно здесь, в карточке',
    });
    expect(outcome({}, null, true).button).toBe('Опубликовать');
    expect(levelHint('region', true)).not.toContain('председатель');
    expect(levelHint('region', false)).toContain('председатель');
  });

  it('for an edit: a changed regional item is moderated again', () => {
    expect(said({}, item())).toBe('Сохранить');
    expect(said({ title: 'Другая' }, item())).toBe('Отправить на модерацию');
    expect(said({ keyFiles: [] }, item({ approve: 'declined' }))).toBe('Отправить на модерацию');
    expect(said({ tags: ['тег'] }, item())).toBe('Сохранить');
    expect(said({ title: 'Другая' }, item({ canModerate: true }))).toBe('Сохранить');
    expect(said({ title: 'Другая' }, item({ approve: 'wait' }))).toBe('Сохранить');
    expect(said({ title: 'Другая' }, item({ approve: 'blocked' }))).toBe('Сохранить');
    expect(said({ title: 'Другая' }, item({ typeNews: 'university' }))).toBe('Сохранить');
    expect(said({ schedule: later }, item())).toBe('Запланировать на 20.11, 10:00 МСК');
  });
});

describe('the request body', () => {
  it('omits an unchanged survey and event', () => {
    const card = item({
      hasEvent: true,
      event: {
        uuidEvent: 'e-1',
        title: 'Встреча',
        description: '',
        date: '2026-11-20 10:00',
        endDate: null,
        endRegistration: null,
        placesCount: 10,
        placesCountBooked: 3,
        address: null,
        isView: true,
      },
    });
    const base = valuesOf(card);
    expect(bodyOf(base, base)).not.toHaveProperty('event');
    expect(bodyOf(base, base)).not.toHaveProperty('pooling');
    expect(bodyOf({ ...base, event: null }, base).event).toBeNull();
  });

  it('clears removed parts and keeps the order of images', () => {
    const body = bodyOf(
      values({
        forFaculty: ['f-1'],
        typeNews: 'region',
        pin: '2',
        fixToDate: '20.11.2026 10:00',
        keyFiles: ['b', 'a'].map((key) => ({ id: key, key, thumbnail: '', loose: true })),
      }),
      emptyValues,
    );
    expect(body).toMatchObject({
      forFaculty: [],
      fixToDate: null,
      publishBegin: null,
      publishEnd: null,
      rzdBonus: null,
      keyFiles: ['b', 'a'],
    });
  });
});

it('shows errors of a dialog on its row', () => {
  const refused = new Problem(422, {
    errors: [
      { field: 'pooling.questions[0].question', message: 'a' },
      { field: 'publishBegin', message: 'b' },
      { field: 'title', message: 'c' },
    ],
  });
  const errors = fieldErrors(refused, emptyValues, fieldOf);
  expect(errors).toEqual({ pooling: 'a', schedule: 'b', title: 'c' });
});

it('offers federal news to programme staff only', () => {
  expect(levelsOf('operator_all')).toContain('federal');
  expect(levelsOf('chairman')).not.toContain('federal');
});
