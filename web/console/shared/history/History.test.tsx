import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPages } from '../../test/render';
import { user } from '../../test/user';
import { History } from './History';
import type { HistoryRecord } from './record';

const words = { actions: { add: 'Добавлено', save: 'Изменено' }, fields: { size: 'Размер' } };
const record = (at: string, action: string, changes = {}): HistoryRecord => ({
  at: `2026-11-15 ${at}`,
  operator: 'Анна',
  action,
  reason: null,
  changes,
});
const open = (records: HistoryRecord[]) =>
  renderPages({
    '/': () => (
      <History query={{ queryKey: ['history'], queryFn: async () => records }} words={words} />
    ),
  });

it('groups what one person did within a minute', async () => {
  await open([
    record('09:05:30', 'save', { size: { from: 1, to: 2 } }),
    record('09:05:10', 'add'),
    record('09:05:08', 'add'),
    record('08:00:00', 'add'),
  ]);
  const [first, second, ...rest] = await screen.findAllByRole('listitem');
  expect(rest).toEqual([]);
  const group = within(first as HTMLElement);
  for (const text of ['Изменено', 'Размер: 1 → 2', 'Добавлено × 2', '15.11.2026 09:05']) {
    expect(group.getByText(text)).toBeDefined();
  }
  expect(within(second as HTMLElement).getByText('15.11.2026 08:00')).toBeDefined();
});

it('shows ten groups, then all', async () => {
  const hours = Array.from({ length: 11 }, (_, i) => String(20 - i));
  await open(hours.flatMap((h) => [record(`${h}:00:20`, 'save'), record(`${h}:00:00`, 'add')]));
  expect(await screen.findAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Показать все записи (22)' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(11);
});
