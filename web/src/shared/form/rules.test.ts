import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { merge } from './merge';
import { errorsOf, optionalPhone, optionalText, requiredText, ruled } from './schema';

describe('merge', () => {
  const base = { name: 'Анна', job: 'декан', city: 'Тула' };

  it('keeps what was typed and takes the rest fresh', () => {
    const { values, conflicts } = merge({ ...base, name: 'Инна' }, base, { ...base, city: 'Омск' });
    expect(values).toEqual({ name: 'Инна', job: 'декан', city: 'Омск' });
    expect(conflicts).toEqual({});
  });

  it('names the fields that both have changed', () => {
    const typed = { ...base, name: 'Инна', job: 'ректор' };
    const { values, conflicts } = merge(typed, base, { ...base, name: 'Нина', job: 'ректор' });
    expect(values).toEqual(typed);
    expect(conflicts).toEqual({ name: 'Нина' });
  });
});

describe('rules', () => {
  const schema = v.object({ a: requiredText(5), b: optionalText(3), c: optionalPhone });
  const errors = (a: string, b = '', c = '') => errorsOf(schema, { a, b, c });

  it('let good values pass', () => {
    expect(errors(' дом ', 'сад', '79123456789')).toEqual({});
  });
  it('say what is wrong', () => {
    expect(errors('   ')).toEqual({ a: 'Обязательное поле' });
    expect(errors('длинно')).toEqual({ a: 'Не более 5 символов' });
    expect(errors('дом', 'сады')).toEqual({ b: 'Не более 3 символов' });
    expect(errors('дом', '', '7912')).toHaveProperty('c');
  });
  it('count in Russian', () => {
    const text = (limit: number) => errorsOf(requiredText(limit), 'а'.repeat(limit + 1))[''];
    expect(text(1)).toBe('Не более 1 символа');
    expect(text(21)).toBe('Не более 21 символа');
    expect(text(22)).toBe('Не более 22 символов');
  });
  it('may speak of several fields, with or without words', () => {
    const pair = ruled<{ a: string; b: string }>(({ a, b }) =>
      a === b ? {} : { a: 'Разное', b: true },
    );
    expect(errorsOf(pair, { a: 'x', b: 'x' })).toEqual({});
    expect(errorsOf(pair, { a: 'x', b: 'y' })).toEqual({ a: 'Разное', b: true });
  });
});
