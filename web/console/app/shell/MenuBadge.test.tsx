import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import { badgeEvery, MenuBadge } from './MenuBadge';

afterEach(() => vi.useRealTimers());

const badge = (queryFn: () => number | Promise<number>) => (
  <MenuBadge badge={{ query: { queryKey: ['count'], queryFn } }} />
);

it('shows the number, and nothing for none or fewer', async () => {
  renderBare(badge(() => 7));
  expect((await screen.findByLabelText('новых: 7')).textContent).toBe('7');
});

it('shows large numbers in full', async () => {
  renderBare(badge(() => 1284));
  expect((await screen.findByLabelText('новых: 1284')).textContent).toBe('1\u00a0284');
});

it('treats a negative count as 0', async () => {
  const count = vi.fn(() => -1);
  renderBare(badge(count));
  await vi.waitFor(() => expect(count).toHaveBeenCalled());
  expect(screen.queryByRole('img')).toBeNull();
});

it('fails silently and retries after three minutes', async () => {
  vi.useFakeTimers();
  const answers = [() => Promise.reject(new Problem(500)), () => Promise.resolve(3)];
  const count = vi.fn(() => answers.shift()?.() ?? 3);
  renderBare(badge(count));
  await act(() => vi.advanceTimersByTimeAsync(badgeEvery - 1));
  expect(count).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(count).toHaveBeenCalledTimes(2);
  expect(screen.getByText('3')).toBeDefined();
});
