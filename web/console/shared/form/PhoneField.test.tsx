import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { PhoneField } from './PhoneField';

let stored = '';

function Field({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  stored = value;
  return <PhoneField name="phone" label="Телефон" value={value} onChange={setValue} />;
}

const open = (initial = '') => {
  renderBare(<Field initial={initial} />);
  return screen.getByLabelText<HTMLInputElement>('Телефон');
};

it('shows a saved phone in the mask', () => {
  expect(open('79123456789').value).toBe('+7 (912) 345-67-89');
});

it('keeps the first digit of a saved phone', () => {
  expect(open('39123456789').value).toBe('+3 (912) 345-67-89');
  expect(stored).toBe('39123456789');
});

it('completes ten digits to a Russian number on blur', async () => {
  const input = open();
  await user.type(input, '9123456789');
  await user.tab();
  expect(input.value).toBe('+7 (912) 345-67-89');
  expect(stored).toBe('79123456789');
});

it('allows editing the first digit without moving the caret', async () => {
  const input = open('79123456789');
  await user.type(input, '{Delete}3', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(input.value).toBe('+3 (912) 345-67-89');
  expect(input.selectionStart).toBe(2);
  expect(stored).toBe('39123456789');
});

it('stores the typed text as eleven digits', async () => {
  const input = open();
  await user.type(input, '8 912 345 67 89');
  expect(input.value).toBe('+7 (912) 345-67-89');
  expect(stored).toBe('79123456789');
});

it('replaces the value by a pasted number', () => {
  const input = open('79990001122');
  fireEvent.paste(input, { clipboardData: { getData: () => '+7 (912) 345-67-89' } });
  expect(stored).toBe('79123456789');
});

it('keeps the caret after an inserted digit', async () => {
  const input = open('7912345678');
  await user.type(input, '0', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(input.value).toBe('+7 (901) 234-56-78');
  expect(input.selectionStart).toBe(6);
});

it('is empty after clearing', async () => {
  const input = open('79123456789');
  await user.clear(input);
  expect([input.value, stored]).toEqual(['', '']);
});
