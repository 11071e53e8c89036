import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { adoptStored } from '../../shared/session/session';
import { writeTokens } from '../../shared/session/storage';
import { renderPages } from '../../test/render';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { Palette } from './Palette';
import { usePaletteKey } from './usePaletteKey';

function Screen() {
  const [asked, find] = useReducer((times: number) => times + 1, 0);
  usePaletteKey(find);
  return asked > 0 ? <Palette asked={asked} /> : null;
}

const hit = { uuid: 'u1', title: 'Ёлкин Пётр', detail: 'МГУ', href: '/card/u1' };

const waiting = { timeout: 10_000 }; // a failed read is repeated once, after a second

let seen: ReturnType<typeof fakeServer>;

async function open(role: string) {
  writeTokens({ access: jwt({ role }), refresh: 'r' });
  act(adoptStored);
  const router = await renderPages({
    '/news': Screen,
    '/partners/new': () => null,
    '/card/$uuidUser': () => null,
  });
  fireEvent.keyDown(window, { code: 'KeyK', key: 'л', ctrlKey: true });
  await screen.findByRole('textbox', { name: 'Найти или перейти' });
  return router;
}

const labels = () => [...document.querySelectorAll('[data-action]')].map((one) => one.textContent);

beforeEach(() => {
  seen = fakeServer({
    'GET /v1/views': {
      body: [{ uuidView: 'v1', list: 'partners', name: 'Без скидки', query: '', mine: true }],
    },
    'PUT /v1/find': { body: [{ area: 'students', hits: [hit] }] },
  });
});

describe('the palette', () => {
  it('opens with Ctrl+K in the Russian layout and offers what the role has', async () => {
    await open('operator_univer');
    expect(labels()).toContain('Партнёры');
    expect(labels()).toContain('Добавить партнёра');
    expect(labels()).not.toContain('Студенты');
    expect(labels()).not.toContain('Добавить вопрос в базу знаний');
  });

  it('looks for the typed text on the server, and shows its answer as it is', async () => {
    const router = await open('operator_student');
    await userEvent.type(screen.getByRole('textbox'), 'krby');
    await waitFor(() => expect(labels()).toContain('Ёлкин ПётрМГУ'));
    expect(seen.at(-1)?.body).toEqual({ q: 'krby' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/card/u1'));
  });

  it('filters its own entries by the list rules: another layout, ё', async () => {
    await open('operator_all');
    await userEvent.type(screen.getByRole('textbox'), 'lj,fdbnm gfhny');
    await waitFor(() => expect(labels()[0]).toBe('Добавить партнёра'));
    expect(labels()).not.toContain('Партнёры');
  });

  it('says that there is no network', async () => {
    seen = fakeServer({ 'GET /v1/views': { body: [] } });
    await open('operator_all');
    await userEvent.type(screen.getByRole('textbox'), 'krby');
    expect(await screen.findByText(/Проверьте интернет-соединение/, {}, waiting)).toBeDefined();
  });

  it('asks nothing for one letter', async () => {
    await open('operator_all');
    await userEvent.type(screen.getByRole('textbox'), 'я');
    expect(seen.every(({ call }) => call !== 'PUT /v1/find')).toBe(true);
  });

  it('offers saved views', async () => {
    await open('operator_all');
    await waitFor(() => expect(labels()).toContain('Без скидкиПартнёры'));
  });
});
