import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { merge } from './merge';
import { errorsOf, formRules, optionalPhone, optionalText, requiredText } from './schema';

describe('merge', () => {
  const base = { name: 'Анна', job: 'декан', city: 'Тула' };

  it('keeps typed fields and takes the rest from the server', () => {
    const { values, conflicts } = merge({ ...base, name: 'Инна' }, base, { ...base, city: 'Омск' });
    expect(values).toEqual({ name: 'Инна', job: 'декан', city: 'Омск' });
    expect(conflicts).toEqual({});
  });

  it('reports the fields changed on both sides', () => {
    const typed = { ...base, name: 'Инна', job: 'ректор' };
    const { values, conflicts } = merge(typed, base, { ...base, name: 'Нина', job: 'ректор' });
    expect(values).toEqual(typed);
    expect(conflicts).toEqual({ name: 'Нина' });
  });
});

describe('rules', () => {
  const schema = v.object({ a: requiredText(5), b: optionalText(3), c: optionalPhone });
  const errors = (a: string, b = '', c = '') => errorsOf(schema, { a, b, c });

  it('accept valid values', () => {
    expect(errors(' дом ', 'сад', '79123456789')).toEqual({});
  });
  it('report errors', () => {
    expect(errors('   ')).toEqual({ a: 'Обязательное поле' });
    expect(errors('длинно')).toEqual({ a: 'Не более 5 символов' });
    expect(errors('дом', 'сады')).toEqual({ b: 'Не более 3 символов' });
    expect(errors('дом', '', '7912')).toHaveProperty('c');
  });
  it('use Russian plural forms', () => {
    const text = (limit: number) => errorsOf(requiredText(limit), 'а'.repeat(limit + 1))[''];
    expect(text(1)).toBe('Не более 1 символа');
    expect(text(21)).toBe('Не более 21 символа');
    expect(text(22)).toBe('Не более 22 символов');
  });
  it('may mark several fields, with or without a message', () => {
    const pair = formRules<{ a: string; b: string }>(({ a, b }) =>
      a === b ? {} : { a: 'Разное', b: true },
    );
    expect(errorsOf(pair, { a: 'x', b: 'x' })).toEqual({});
    expect(errorsOf(pair, { a: 'x', b: 'y' })).toEqual({ a: 'Разное', b: true });
  });
});
