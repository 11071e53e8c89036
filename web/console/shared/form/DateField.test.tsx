import { screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { DateField } from './DateField';

let held = '';
const sent = vi.fn();

function Form({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  held = value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sent(held);
  };
  return (
    <form onSubmit={submit}>
      <DateField name="d" label="Дата" value={value} onChange={setValue} />
    </form>
  );
}

const open = (initial?: string) => {
  renderBare(<Form initial={initial} />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Дата' });
};

describe('a typed date', () => {
  it.each([
    '5.3.2004',
    '05.03.2004',
    '05032004',
    '5/3/2004',
    '5-3-2004',
    '5 3 2004',
    '2004-03-05',
    '2004.3.5',
    '5/3/04',
    '050304',
  ])('%s is understood when the field is left', async (typed) => {
    const input = open();
    await user.type(input, typed);
    await user.tab();
    expect([input.value, held]).toEqual(['05.03.2004', '05.03.2004']);
  });

  it.each(['5.3.2004', '5.3.04'])('%s is parsed on Enter', async (typed) => {
    await user.type(open(), `${typed}{Enter}`);
    expect(sent).toHaveBeenLastCalledWith('05.03.2004');
  });

  it('can be edited in the middle without moving the caret', async () => {
    const input = open('12.11.2026');
    await user.type(input, '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(input.value).toBe('1.11.2026');
    expect(input.selectionStart).toBe(1);
    await user.keyboard('5');
    expect([input.value, input.selectionStart]).toEqual(['15.11.2026', 2]);
    expect(held).toBe('15.11.2026');
  });

  it('pasted completely replaces the old one', async () => {
    const input = open('12.11.2026');
    await user.click(input);
    await user.paste('2003.02.01');
    expect([input.value, held]).toEqual(['01.02.2003', '01.02.2003']);
  });

  it('that is invalid stays visible', async () => {
    const input = open();
    await user.type(input, '31.02.2004');
    await user.tab();
    expect([input.value, held]).toEqual(['31.02.2004', '31.02.2004']);
  });
});
