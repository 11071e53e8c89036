import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { startSession } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { AppForm } from './AppForm';
import { DateField } from './DateField';
import { DialogButtons } from './DialogButtons';
import { TextField } from './TextField';
import { useAppForm } from './useAppForm';

function Form({ close }: { close: () => void }) {
  const form = useAppForm({
    schema: v.object({ name: v.string(), day: v.string() }),
    initial: { name: '', day: '' },
    save: async (values) => values,
    saved: close,
    draft: 'thing',
  });
  return (
    <Dialog title="Окно" onClose={close} busy={form.saving}>
      <AppForm form={form} label="Окно">
        <TextField {...form.field('name')} label="Имя" autoFocus />
        <DateField {...form.field('day')} label="День" />
        <DialogButtons />
      </AppForm>
    </Dialog>
  );
}

function Screen() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Открыть
      </button>
      {opened && <Form close={() => setOpened(false)} />}
    </>
  );
}

const open = async () => {
  await user.click(screen.getByText('Открыть'));
  return screen.findByRole('dialog', { name: 'Окно' });
};
const question = () => screen.queryByRole('dialog', { name: 'Закрыть без сохранения?' });
const isOpen = () => screen.queryByRole('dialog', { name: 'Окно' }) !== null;
const press = (name: string) => user.click(screen.getByRole('button', { name }));

const outside = () => document.querySelector('.mantine-Modal-overlay') as Element;
const ways: [string, () => unknown][] = [
  ['Esc', () => user.keyboard('{Escape}')],
  ['Отменить', () => press('Отменить')],
  ['the cross', () => user.click(document.querySelector('.mantine-Modal-close') as Element)],
  ['a click outside', () => user.click(outside())],
];

beforeEach(async () => {
  startSession({ access: jwt(), refresh: 'r' });
  await renderPages({ '/': Screen, '/other': () => <p>Другая</p> });
});

describe('a dialog with a form', () => {
  it.each(ways)('asks before %s discards input', async (_way, shut) => {
    await open();
    await user.type(screen.getByLabelText('Имя'), 'Инна');
    await shut();
    await waitFor(() => expect(question()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(question()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Имя').value).toBe('Инна');
    await shut();
    await waitFor(() => expect(question()).not.toBeNull());
    await press('Не сохранять');
    await waitFor(() => expect(isOpen()).toBe(false));
    await open();
    expect(screen.getByLabelText<HTMLInputElement>('Имя').value).toBe('');
  });

  it.each(ways)('is closed by %s without a question if nothing was typed', async (_way, shut) => {
    await open();
    await shut();
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('closes without a question after a save', async () => {
    await open();
    await user.type(screen.getByLabelText('Имя'), 'Инна');
    await press('Сохранить');
    await waitFor(() => expect(isOpen()).toBe(false));
    await open();
    expect(screen.getByLabelText<HTMLInputElement>('Имя').value).toBe('');
  });

  it('stays open when Esc closes the calendar above it', async () => {
    await open();
    await press('Открыть календарь');
    await screen.findByRole('dialog', { name: 'Календарь' });
    await waitFor(() => {
      const calendar = screen.getByRole('dialog', { name: 'Календарь' });
      expect(calendar.contains(document.activeElement)).toBe(true);
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Календарь' })).toBeNull());
    expect(isOpen()).toBe(true);
  });
});
