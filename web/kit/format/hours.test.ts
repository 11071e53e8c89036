import { expect, it } from 'vitest';
import { daysOfText } from './hours';

it('reads the days of a text that the server wrote', () => {
  const days = daysOfText('Пн:09:00-18:00,\nВс:Выходной');
  expect(days).toHaveLength(7);
  expect(days?.[0]).toEqual({ name: 'Пн', startWork: '09:00', endWork: '18:00' });
  expect(days?.[1]).toEqual({ name: 'Вт', startWork: null, endWork: null });
  expect(days?.[6]).toEqual({ name: 'Вс', startWork: 'Выходной', endWork: 'Выходной' });
});

it.each(['', 'Ежедневно с 10:00', 'Пн:утром', 'Пн:09:00-18:00, потом обед'])(
  'leaves what a person wrote: %s',
  (text) => {
    expect(daysOfText(text)).toBeNull();
  },
);
