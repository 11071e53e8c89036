import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderBare } from '../../../test/render';
import { HoursField } from './HoursField';
import { emptyWeek, withDays } from './hours';

it('says that a colleague has saved other hours', () => {
  renderBare(<HoursField value={emptyWeek} onChange={vi.fn()} note="[{}]" />);
  expect(screen.getByText('Другой оператор сохранил здесь другое значение')).toBeDefined();
});

it('an error of the hours is shown at the invalid lists', () => {
  const week = withDays(emptyWeek, [0, 1, 2, 3, 4], { start: '09:00', end: '' });
  renderBare(<HoursField value={week} onChange={vi.fn()} error="Укажите начало и конец: Пн" />);
  const { id } = screen.getByText('Укажите начало и конец: Пн');
  expect(id).not.toBe('');
  const lists = screen.getAllByRole('combobox');
  const wrong = lists.filter((list) => list.getAttribute('aria-invalid') === 'true');
  expect(wrong.map((list) => list.getAttribute('aria-describedby'))).toEqual([id]);
  expect(lists.length).toBeGreaterThan(1);
});
