import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { HoursField } from './HoursField';
import { emptyWeek, withDays } from './hours';

it('what is wrong with the hours is said of the lists that are at fault', () => {
  const week = withDays(emptyWeek, [0, 1, 2, 3, 4], { start: '09:00', end: '' });
  renderBare(<HoursField value={week} onChange={vi.fn()} error="Укажите начало и конец: Пн" />);
  const { id } = screen.getByText('Укажите начало и конец: Пн');
  expect(id).not.toBe('');
  const lists = screen.getAllByRole('combobox');
  const wrong = lists.filter((list) => list.getAttribute('aria-invalid') === 'true');
  expect(wrong.map((list) => list.getAttribute('aria-describedby'))).toEqual([id]);
  expect(lists.length).toBeGreaterThan(1);
});
