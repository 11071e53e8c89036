import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TabFrame } from './TabFrame';

it('keeps its button on an empty tab and shows a message instead of the content', () => {
  const frame = (empty: string | false) => (
    <TabFrame note="Заметка" actions={<button type="button">Добавить</button>} empty={empty}>
      <p>Содержание</p>
    </TabFrame>
  );
  const { rerender } = render(frame('Пока пусто.'));
  expect(screen.getByRole('button', { name: 'Добавить' })).toBeDefined();
  expect(screen.getByText('Заметка')).toBeDefined();
  expect(screen.getByText('Пока пусто.')).toBeDefined();
  expect(screen.queryByText('Содержание')).toBeNull();
  rerender(frame(false));
  expect(screen.getByRole('button', { name: 'Добавить' })).toBeDefined();
  expect(screen.getByText('Содержание')).toBeDefined();
  expect(screen.queryByText('Пока пусто.')).toBeNull();
});
