import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { Dialog } from './Dialog';

function Window() {
  const [opened, setOpened] = useState(true);
  const [rows, setRows] = useState(['первую', 'вторую']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = () => {
    setRows(rows.filter((row) => row !== asked));
    setAsked(null);
  };
  return (
    <main tabIndex={-1}>
      {opened && (
        <Dialog title="Окно" onClose={() => setOpened(false)}>
          {rows.map((row) => (
            <button key={row} type="button" onClick={() => setAsked(row)}>
              Удалить {row}
            </button>
          ))}
          {asked && (
            <Dialog title="Точно?" onClose={() => setAsked(null)}>
              <button type="button" onClick={remove}>
                Да
              </button>
            </Dialog>
          )}
        </Dialog>
      )}
    </main>
  );
}

it('keeps the focus when a row inside of it was deleted, so that Esc still closes it', async () => {
  renderBare(<Window />);
  await user.click(screen.getByText('Удалить первую'));
  await user.click(screen.getByText('Да'));
  await waitFor(() => expect(screen.queryByText('Точно?')).toBeNull());
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
