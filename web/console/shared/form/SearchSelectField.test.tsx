import { screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { unchosen } from './choice';
import { ManyField } from './ManyField';
import { SearchSelectField } from './SearchSelectField';

const options = [
  { value: 'f-1', label: 'Химический' },
  { value: 'f-2', label: 'Физический' },
  { value: 'f-3', label: 'Физика Земли' },
];

let held: string | readonly string[] = '';
const sent = vi.fn();
const submit = (event: FormEvent) => {
  event.preventDefault();
  sent();
};

function One({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  held = value;
  return (
    <form onSubmit={submit}>
      <SearchSelectField
        name="f"
        label="Факультет"
        options={options}
        value={value}
        onChange={setValue}
      />
      <button type="button" onClick={() => setValue('f-3')}>
        Извне
      </button>
    </form>
  );
}
function Many() {
  const [value, setValue] = useState<readonly string[]>([]);
  held = value;
  return (
    <form onSubmit={submit}>
      <ManyField name="f" label="Факультет" options={options} value={value} onChange={setValue} />
    </form>
  );
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Факультет' });

beforeEach(() => sent.mockReset());

it.each(['{Enter}', '{Tab}'])('the only match is chosen on %s', async (key) => {
  renderBare(<One />);
  await user.type(box(), 'хим');
  await user.keyboard(key);
  expect([held, box().value]).toEqual(['f-1', 'Химический']);
  expect(sent).not.toHaveBeenCalled();
});

it('an exact name is chosen even if another one has the same prefix', async () => {
  renderBare(<One />);
  await user.type(box(), 'физический{Tab}');
  expect([held, box().value]).toEqual(['f-2', 'Физический']);
});

it('a text without a match stays and is an error', async () => {
  renderBare(<One initial="f-1" />);
  await user.clear(box());
  await user.type(box(), 'физ');
  expect(held).toBe('f-1'); // the value is kept while typing
  await user.tab();
  expect([held, box().value]).toEqual([unchosen, 'физ']);
  expect(screen.getByText('Выберите вариант из списка')).toBeDefined();
  expect(box().getAttribute('aria-invalid')).toBe('true');
});

it('shows a value set by the form', async () => {
  renderBare(<One initial="f-1" />);
  await user.click(screen.getByText('Извне'));
  expect(box().value).toBe('Физика Земли');
});

it('Enter in an unchanged field submits the form', async () => {
  renderBare(<One initial="f-1" />);
  box().focus();
  await user.keyboard('{Enter}');
  expect([held, box().value]).toEqual(['f-1', 'Химический']);
});

it.each(['{Enter}', '{Tab}'])('a multi-select chooses the only match on %s', async (key) => {
  renderBare(<Many />);
  await user.type(box(), 'хим');
  await user.keyboard(key);
  expect(held).toEqual(['f-1']);
  expect(sent).not.toHaveBeenCalled();
});
