import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { TextAreaField } from './TextAreaField';
import { TextField } from './TextField';
import { WordsField } from './WordsField';

let held: string | readonly string[] = '';

function Texts() {
  const [line, setLine] = useState('');
  const [text, setText] = useState('');
  return (
    <>
      <TextField name="l" label="Строка" limit={20} value={line} onChange={setLine} />
      <TextAreaField grows name="t" label="Текст" limit={20} value={text} onChange={setText} />
    </>
  );
}
function Words() {
  const [value, setValue] = useState<readonly string[]>([]);
  held = value;
  return (
    <WordsField name="w" label="Теги" most={3} longest={10} value={value} onChange={setValue} />
  );
}

it.each(['Строка', 'Текст'])(
  '%s: what is too long stays to be seen, with how long it is',
  async (label) => {
    renderBare(<Texts />);
    const input = screen.getByLabelText<HTMLInputElement>(label);
    await user.click(input);
    await user.paste('ы'.repeat(25));
    expect(input.value).toHaveLength(25);
    expect(screen.getByText('Не более 20 символов, сейчас 25')).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.type(input, '{Backspace>5/}');
    expect(screen.queryByText(/^Не более/)).toBeNull();
  },
);

it('a too long tag is not truncated', async () => {
  renderBare(<Words />);
  const input = screen.getByRole('combobox', { name: 'Теги' });
  await user.type(input, `${'ы'.repeat(12)}{Enter}`);
  expect(held).toEqual(['ы'.repeat(12)]);
  expect(screen.getByText('Не более 10 символов, сейчас 12')).toBeDefined();
});

it('tags beyond the limit are not dropped', async () => {
  renderBare(<Words />);
  await user.click(screen.getByRole('combobox', { name: 'Теги' }));
  await user.paste('а,б,в,г');
  expect(held).toEqual(['а', 'б', 'в', 'г']);
  expect(screen.getByText('Не более 3, сейчас 4')).toBeDefined();
});
