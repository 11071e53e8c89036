import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { dismissAll, getNotices } from '../notice/notices';
import { startSession } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { RecoveryCodes } from './RecoveryCodes';

const close = vi.fn();
const show = () =>
  renderPages({
    '/': () => (
      <Dialog title="Резервные коды" onClose={close}>
        <RecoveryCodes codes={['1234-5678']} done={close} />
      </Dialog>
    ),
  });
const codes = async () => within(await screen.findByRole('dialog', { name: 'Резервные коды' }));
const press = async (name: string) => user.click((await codes()).getByRole('button', { name }));

beforeEach(() => {
  dismissAll();
  close.mockReset();
  startSession({ access: jwt(), refresh: 'r' });
});

it('recovery codes that could not be copied are not called copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await show();
  await press('Скопировать');
  await vi.waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Коды не скопированы' }]));
});

it('recovery codes are not lost by Esc: they are shown once', async () => {
  await show();
  await codes();
  await user.keyboard('{Escape}');
  expect(await screen.findByText(/больше не покажем. Сначала сохраните/)).toBeDefined();
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Вернуться' }));
  await press('Коды сохранены');
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});
