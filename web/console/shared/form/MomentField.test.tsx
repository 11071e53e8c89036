import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { MomentField } from './MomentField';

let held = '';

function Form({ initial = '', error }: { initial?: string; error?: string }) {
  const [value, setValue] = useState(initial);
  held = value;
  return <MomentField name="m" label="Начало" value={value} onChange={setValue} error={error} />;
}

const part = (word: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Начало: ${word}` });

describe('a typed time', () => {
  it.each(['930', '9:30', '9.30', '9-30', '0930', '09:30', '9 30'])(
    '%s is half past nine when the field is left',
    async (typed) => {
      renderBare(<Form initial="12.11.2026 " />);
      await user.type(part('время'), typed);
      await user.tab();
      expect([part('время').value, held]).toEqual(['09:30', '12.11.2026 09:30']);
    },
  );

  it.each([
    ['9', '09:00'],
    ['21', '21:00'],
    ['25', '25'],
    ['9:75', '9:75'],
  ])('%s becomes %s', async (typed, shown) => {
    renderBare(<Form />);
    await user.type(part('время'), typed);
    await user.tab();
    expect(part('время').value).toBe(shown);
  });

  it('can be edited in the middle without moving the caret', async () => {
    renderBare(<Form initial="12.11.2026 10:30" />);
    const input = part('время');
    await user.type(input, '{Backspace}9', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect([input.value, input.selectionStart]).toEqual(['19:30', 2]);
    expect(held).toBe('12.11.2026 19:30');
  });

  it('has the placeholder 00:00', () => {
    renderBare(<Form />);
    expect(part('время').placeholder).toBe('00:00');
  });
});

it('a moment is picked: a day, and a time in steps of 15 minutes', async () => {
  renderBare(<Form initial="12.11.2026 10:05" />);
  await user.click(screen.getByRole('button', { name: 'Открыть календарь' }));
  const times = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Время' });
  expect(times.value).toBe('10:05');
  const words = [...times.options].map(({ text }) => text);
  expect(words.slice(1, 6)).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00']);
  expect(words).toHaveLength(1 + 96 + 1); // an empty option, quarter hours, and the current time
  await user.selectOptions(times, '18:45');
  await user.click(
    await screen.findByRole('button', { name: '15 ноября 2026' }, { timeout: 10_000 }),
  );
  expect(held).toBe('15.11.2026 18:45');
}, 20_000);

it('an error of a moment marks both of its inputs', () => {
  renderBare(<Form error="Укажите дату и время" />);
  const { id } = screen.getByText('Укажите дату и время');
  expect(id).not.toBe('');
  for (const word of ['дата', 'время']) {
    expect(part(word).getAttribute('aria-invalid')).toBe('true');
    expect(part(word).getAttribute('aria-describedby')).toBe(id);
  }
});
