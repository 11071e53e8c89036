import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { user } from '../../test/user';
import { CityField } from './CityField';

const omsk = { uuid: 'c-2', name: 'Омск' };
const tomsk = { uuid: 'c-3', name: 'Томск' };

let held = '';
function Form({ stored }: { stored?: { uuid: string; name: string } }) {
  const [value, setValue] = useState(stored?.uuid ?? '');
  held = value;
  return <CityField name="city" label="Город" value={value} onChange={setValue} stored={stored} />;
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Город' });

describe('CityField', () => {
  it('looks for a city from the second letter on', async () => {
    const seen = fakeServer({ 'PUT /v1/city': { body: [omsk, tomsk] } });
    renderBare(<Form />);
    await user.type(box(), 'о');
    expect(screen.getByText('Введите не меньше двух букв')).toBeDefined();
    await user.type(box(), 'м');
    await user.click(await screen.findByRole('option', { name: 'Томск' }));
    expect(held).toBe('c-3');
    expect(box().value).toBe('Томск');
    expect(seen.map(({ body }) => body)).toEqual([{ nameCity: 'ом' }]);
  });

  it('shows the stored city without asking, and can be cleared', async () => {
    const seen = fakeServer({});
    renderBare(<Form stored={omsk} />);
    expect(box().value).toBe('Омск');
    const clear = document.querySelector('[aria-label="Очистить"]');
    if (clear) await user.click(clear);
    expect([held, box().value]).toEqual(['', '']);
    expect(seen).toEqual([]);
  });

  it('puts the chosen name back when nothing else is chosen', async () => {
    fakeServer({ 'PUT /v1/city': { body: [tomsk] } });
    renderBare(<Form stored={omsk} />);
    await user.clear(box());
    await user.type(box(), 'том');
    await screen.findByRole('option', { name: 'Томск' });
    await user.tab();
    await waitFor(() => expect(box().value).toBe('Омск'));
    expect(held).toBe('c-2');
  });

  it('says that nothing was found, or that nothing came', async () => {
    fakeServer({
      'PUT /v1/city': async (request) =>
        (await request.json()).nameCity === 'ъъ' ? { body: [] } : problem(403),
    });
    renderBare(<Form />);
    await user.type(box(), 'ъъ');
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    await user.clear(box());
    await user.type(box(), 'ьь');
    expect(await screen.findByText(/^Города не загрузились/)).toBeDefined();
  });
});
