import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { endSession, eraseSession, startSession } from '../session/session';
import { ReasonDialog } from './ReasonDialog';
import { firstReason, reasonText, tick, type } from './reason';

const presets = ['Первая', 'Вторая', 'Третья'];

describe('the rules of a reason', () => {
  it('start with the first preset', () => {
    expect(reasonText(firstReason, presets)).toBe('Первая');
  });
  it('allow one preset at a time, or none', () => {
    const second = tick(firstReason, 1);
    expect(second).toEqual({ preset: 1, text: '' });
    expect(tick(second, 1)).toEqual({ preset: null, text: '' });
  });
  it('let a preset clear the text, and the text clear the presets', () => {
    const own = type(firstReason, 'своя');
    expect(own).toEqual({ preset: null, text: 'своя' });
    expect(tick(own, 2)).toEqual({ preset: 2, text: '' });
  });
  it('check the first preset again when the text is cleared', () => {
    expect(type({ preset: null, text: 'с' }, '')).toEqual(firstReason);
    expect(type({ preset: null, text: '' }, '')).toEqual({ preset: null, text: '' });
  });
  it('prefer own text over presets, and send nothing without either', () => {
    expect(reasonText({ preset: 1, text: ' своя ' }, presets)).toBe('своя');
    expect(reasonText({ preset: null, text: '  ' }, presets)).toBeNull();
    expect(reasonText({ preset: 7, text: '' }, presets)).toBeNull();
  });
});

describe('the reason dialog', () => {
  const submit = vi.fn();
  const cancel = vi.fn();
  const open = async (busy = false) => {
    submit.mockReset();
    cancel.mockReset();
    await renderPages({
      '/': () => (
        <ReasonDialog
          draft="students/1/block"
          title="Заблокировать?"
          text="Ёлкина Анна"
          presets={presets}
          confirm="Заблокировать"
          busy={busy}
          onSubmit={submit}
          onCancel={cancel}
        />
      ),
    });
  };
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Заблокировать' }));
  const own = () => screen.getByRole('textbox', { name: 'Другая причина' });

  it('sends the preset', async () => {
    await open();
    expect(box('Первая').checked).toBe(true);
    await userEvent.click(box('Третья'));
    expect(box('Первая').checked).toBe(false);
    await press();
    expect(submit).toHaveBeenCalledWith('Третья');
  });

  it('sends own text instead', async () => {
    await open();
    await userEvent.type(own(), 'Потерян билет');
    expect(box('Первая').checked).toBe(false);
    expect(screen.getByText('Осталось символов: 487')).toBeDefined();
    await press();
    expect(submit).toHaveBeenCalledWith('Потерян билет');
    await userEvent.clear(own());
    expect(box('Первая').checked).toBe(true);
  });

  it('does not send an empty reason', async () => {
    await open();
    await userEvent.click(box('Первая'));
    await press();
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByText('Выберите причину или опишите её своими словами.')).toBeDefined();
    await userEvent.click(box('Вторая'));
    await press();
    expect(submit).toHaveBeenCalledWith('Вторая');
  });

  it('is locked while sending', async () => {
    await open(true);
    expect(own()).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Отменить' })).toHaveProperty('disabled', true);
  });

  it('asks before Esc discards own text', async () => {
    await open();
    await userEvent.type(own(), 'Потерян билет');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeDefined();
    expect(cancel).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Не сохранять' }));
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('an own reason', () => {
  const stores = vi.spyOn(Storage.prototype, 'setItem');
  const signIn = (sub = 'operator-1') => startSession({ access: jwt({ sub }), refresh: 'r' });
  const own = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Другая причина' });
  const dialog = (draft: string) => () => (
    <ReasonDialog
      draft={draft}
      title="Заблокировать?"
      text="Ёлкина Анна"
      presets={presets}
      confirm="Заблокировать"
      busy={false}
      onSubmit={() => undefined}
      onCancel={() => undefined}
    />
  );
  const open = () =>
    renderPages({
      '/1': dialog('students/1/block'),
      '/2': dialog('students/2/block'),
      '/other': () => <p>Другая</p>,
    });
  type Router = Awaited<ReturnType<typeof open>>;
  const away = async (router: Router) => {
    void router.navigate({ to: '/other', ignoreBlocker: true });
    await screen.findByText('Другая');
  };
  const at = async (router: Router, path: '/1' | '/2') => {
    await act(() => router.navigate({ to: path, ignoreBlocker: true } as never));
    await screen.findByRole('dialog');
  };
  const typed = async () => {
    const router = await open();
    await screen.findByRole('dialog');
    await userEvent.type(own(), 'Потерян билет');
    stores.mockClear();
    return router;
  };
  beforeEach(() => void signIn());

  it('survives an ended session, for the same operator and the same decision', async () => {
    const router = await typed();
    act(endSession);
    await away(router);
    act(() => void signIn());
    await at(router, '/2');
    expect(own().value).toBe('');
    await at(router, '/1');
    await waitFor(() => expect(own().value).toBe('Потерян билет'));
    expect(JSON.stringify(stores.mock.calls)).not.toContain('билет');
    await userEvent.click(screen.getByRole('button', { name: 'Начать заново' }));
    expect(own().value).toBe('');
  });

  it('is not shown to another operator', async () => {
    const router = await typed();
    act(endSession);
    await away(router);
    act(() => void signIn('operator-2'));
    await at(router, '/1');
    expect(own().value).toBe('');
  });

  it('is deleted by a logout and by closing the dialog', async () => {
    const router = await typed();
    act(eraseSession);
    await away(router);
    act(() => void signIn());
    await at(router, '/1');
    expect(own().value).toBe('');
    await userEvent.type(own(), 'Потерян билет');
    await away(router);
    await at(router, '/1');
    expect(own().value).toBe('');
  });
});
