import { screen, waitFor } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { user } from '../../test/user';
import { CityField } from './CityField';
import { unchosen } from './choice';

const omsk = { uuid: 'c-2', name: 'Омск' };
const tomsk = { uuid: 'c-3', name: 'Томск' };

let held = '';
const sent = vi.fn();

function Form({ stored, draft }: { stored?: typeof omsk; draft?: string }) {
  const [value, setValue] = useState(draft ?? stored?.uuid ?? '');
  held = value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sent(held);
  };
  return (
    <form onSubmit={submit}>
      <CityField name="city" label="Город" value={value} onChange={setValue} stored={stored} />
      <input aria-label="Дальше" />
    </form>
  );
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Город' });
const option = (name: string) => screen.findByRole('option', { name });

beforeEach(() => sent.mockReset());

describe('CityField', () => {
  it('searches from the second letter on', async () => {
    const seen = fakeServer({ 'PUT /v1/city': { body: [omsk, tomsk] } });
    renderBare(<Form />);
    await user.type(box(), 'о');
    expect(screen.getByText('Введите не меньше двух букв')).toBeDefined();
    await user.type(box(), 'м');
    await user.click(await option('Томск'));
    expect(held).toBe('c-3');
    expect(box().value).toBe('Томск');
    expect(seen.map(({ body }) => body)).toEqual([{ nameCity: 'ом' }]);
  });

  it('shows the saved city without a request, and can be cleared', async () => {
    const seen = fakeServer({});
    renderBare(<Form stored={omsk} />);
    expect(box().value).toBe('Омск');
    const clear = document.querySelector('[aria-label="Очистить"]');
    if (clear) await user.click(clear);
    expect([held, box().value]).toEqual(['', '']);
    expect(seen).toEqual([]);
  });

  it('names the city of a restored draft', async () => {
    fakeServer({ 'GET /v1/city': { body: [omsk, tomsk] } });
    renderBare(<Form stored={omsk} draft="c-3" />);
    await waitFor(() => expect(box().value).toBe('Томск'));
    await user.click(box());
    await user.tab();
    expect([held, box().value]).toEqual(['c-3', 'Томск']);
  });

  it.each(['{Enter}', '{Tab}'])('chooses the only match on %s without submitting', async (key) => {
    fakeServer({ 'PUT /v1/city': { body: [tomsk] } });
    renderBare(<Form stored={omsk} />);
    await user.clear(box());
    await user.type(box(), 'том');
    await option('Томск');
    await user.keyboard(key);
    await waitFor(() => expect([held, box().value]).toEqual(['c-3', 'Томск']));
    expect(sent).not.toHaveBeenCalled();
  });

  it('chooses the highlighted match on Tab', async () => {
    fakeServer({ 'PUT /v1/city': { body: [omsk, tomsk] } });
    renderBare(<Form />);
    await user.type(box(), 'ом');
    await option('Томск');
    await user.keyboard('{ArrowDown}{ArrowDown}{Tab}');
    await waitFor(() => expect([held, box().value]).toEqual(['c-3', 'Томск']));
  });

  it('chooses the only match that arrives after blur', async () => {
    fakeServer({ 'PUT /v1/city': { body: [tomsk] } });
    renderBare(<Form />);
    await user.type(box(), 'томск{Tab}');
    await waitFor(() => expect([held, box().value]).toEqual(['c-3', 'Томск']));
    expect(screen.queryByText('Выберите город из списка')).toBeNull();
  });

  it('keeps a text without a match and shows an error', async () => {
    fakeServer({ 'PUT /v1/city': { body: [omsk, tomsk] } });
    renderBare(<Form stored={omsk} />);
    await user.clear(box());
    await user.type(box(), 'ом');
    await option('Томск');
    await user.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
    await user.tab();
    expect(box().value).toBe('ом');
    expect(held).toBe(unchosen);
    expect(await screen.findByText('Выберите город из списка')).toBeDefined();
    await user.clear(box());
    await user.tab();
    expect([held, box().value]).toEqual(['', '']);
  });

  it('distinguishes no matches and a failed search', async () => {
    fakeServer({
      'PUT /v1/city': async (request) =>
        (await request.json()).nameCity === 'ъъ' ? { body: [] } : problem(403),
    });
    renderBare(<Form />);
    await user.type(box(), 'ъъ');
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    await user.clear(box());
    await user.type(box(), 'ьь');
    expect(await screen.findByText(/^Не удалось загрузить города/)).toBeDefined();
  });
});
