import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { ReasonDialog } from './ReasonDialog';
import { firstReason, reasonText, tick, type } from './reason';

const presets = ['Первая', 'Вторая', 'Третья'];

describe('the rules of a reason', () => {
  it('begin with the first preset', () => {
    expect(reasonText(firstReason, presets)).toBe('Первая');
  });
  it('allow one preset at a time, or none', () => {
    const second = tick(firstReason, 1);
    expect(second).toEqual({ preset: 1, text: '' });
    expect(tick(second, 1)).toEqual({ preset: null, text: '' });
  });
  it('let a preset clear the words, and words clear the presets', () => {
    const own = type(firstReason, 'своя');
    expect(own).toEqual({ preset: null, text: 'своя' });
    expect(tick(own, 2)).toEqual({ preset: 2, text: '' });
  });
  it('tick the first preset again when the words are emptied', () => {
    expect(type({ preset: null, text: 'с' }, '')).toEqual(firstReason);
    expect(type({ preset: null, text: '' }, '')).toEqual({ preset: null, text: '' });
  });
  it('put own words before presets, and send nothing when there is nothing', () => {
    expect(reasonText({ preset: 1, text: ' своя ' }, presets)).toBe('своя');
    expect(reasonText({ preset: null, text: '  ' }, presets)).toBeNull();
    expect(reasonText({ preset: 7, text: '' }, presets)).toBeNull();
  });
});

describe('the reason popup', () => {
  const submit = vi.fn();
  const cancel = vi.fn();
  const open = async (busy = false) => {
    submit.mockReset();
    cancel.mockReset();
    await renderPages({
      '/': () => (
        <ReasonDialog
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

  it('sends own words instead', async () => {
    await open();
    await userEvent.type(own(), 'Потерян билет');
    expect(box('Первая').checked).toBe(false);
    expect(screen.getByText('Осталось символов: 487')).toBeDefined();
    await press();
    expect(submit).toHaveBeenCalledWith('Потерян билет');
    await userEvent.clear(own());
    expect(box('Первая').checked).toBe(true);
  });

  it('refuses to send nothing', async () => {
    await open();
    await userEvent.click(box('Первая'));
    await press();
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByText('Выберите причину или опишите её своими словами.')).toBeDefined();
    await userEvent.click(box('Вторая'));
    await press();
    expect(submit).toHaveBeenCalledWith('Вторая');
  });

  it('is locked while it is being sent', async () => {
    await open(true);
    expect(own()).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Отменить' })).toHaveProperty('disabled', true);
  });

  it('asks before Esc drops own words', async () => {
    await open();
    await userEvent.type(own(), 'Потерян билет');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeDefined();
    expect(cancel).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Не сохранять' }));
    expect(cancel).toHaveBeenCalledOnce();
  });
});
