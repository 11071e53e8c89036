import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Export } from '../../shared/export/api';
import { startSession } from '../../shared/session/session';
import { dropTask, getTasks } from '../../shared/task/tasks';
import { renderPages } from '../../test/render';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { ExportsPage } from './ExportsPage';

const made = (changes: Partial<Export> = {}): Export => ({
  uuidExport: 'x-1',
  kind: 'students',
  name: 'Студенты',
  filter: 'Статус: Заблокирован',
  purpose: 'Сверка',
  status: 'done',
  progress: 100,
  rows: 1234,
  createdAt: '2026-11-15 12:00:00',
  endedAt: '2026-11-15 12:00:05',
  link: '/files/x?e=1',
  fileUntil: '2026-11-16 12:00:05',
  canRepeat: true,
  isGiven: false,
  ...changes,
});

const open = () => renderPages({ '/settings/exports': ExportsPage });

beforeEach(() => startSession({ access: jwt(), refresh: 'r' }));

it('tells what was exported, and for what', async () => {
  fakeServer({ 'GET /v1/exports': { body: [made()], headers: { 'x-record-count': '1' } } });
  await open();
  const row = await screen.findByRole('row', { name: /Студенты/ });
  for (const text of ['Статус: Заблокирован', 'Сверка', '15.11.2026 12:00', 'Готова']) {
    expect(row.textContent).toContain(text);
  }
  const link = screen.getByRole('link', { name: 'Скачать: Студенты' });
  expect(link.getAttribute('href')).toBe('/files/x?e=1');
  expect(link.closest('[title]'), 'in a text that is cut off').toBeNull();
});

it('has no file after its day, and repeats only what the operator may still see', async () => {
  fakeServer({
    'GET /v1/exports': {
      body: [made({ link: null, filter: null }), made({ uuidExport: 'x-2', canRepeat: false })],
      headers: { 'x-record-count': '2' },
    },
  });
  await open();
  expect(await screen.findByText('Файл удалён')).toBeDefined();
  expect(screen.getByText('Весь список')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Повторить: Студенты' })).toHaveLength(1);
});

it('has no file where it was given at once', async () => {
  const given = made({
    name: 'Участники мероприятия',
    link: null,
    canRepeat: false,
    isGiven: true,
  });
  fakeServer({ 'GET /v1/exports': { body: [given], headers: { 'x-record-count': '1' } } });
  await open();
  expect(await screen.findByText('Скачана')).toBeDefined();
});

it('cancels an export under way', async () => {
  const seen = fakeServer({
    'GET /v1/exports': {
      body: [made({ status: 'running', progress: 40, link: null })],
      headers: { 'x-record-count': '1' },
    },
    'GET /v1/exports/x-1': { body: made({ status: 'running', progress: 40, link: null }) },
    'PUT /v1/exports/x-1/cancel': { body: {} },
  });
  await open();
  expect(await screen.findByText(/Готовится, 40/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Отменить: Студенты' }));
  await vi.waitFor(() =>
    expect(seen.map(({ call }) => call)).toContain('PUT /v1/exports/x-1/cancel'),
  );
});

it('repeats once for a double click', async () => {
  const seen = fakeServer({
    'GET /v1/exports': { body: [made()], headers: { 'x-record-count': '1' } },
    'POST /v1/exports/x-1/repeat': { body: { uuidExport: 'x-2' } },
    'GET /v1/exports/x-2': { body: made({ uuidExport: 'x-2', status: 'running', link: null }) },
  });
  await open();
  await user.dblClick(await screen.findByRole('button', { name: 'Повторить: Студенты' }));
  await vi.waitFor(() => expect(seen.at(-1)?.call).toBe('GET /v1/exports'));
  expect(seen.filter(({ call }) => call === 'POST /v1/exports/x-1/repeat')).toHaveLength(1);
  for (const { id } of getTasks()) dropTask(id);
});
