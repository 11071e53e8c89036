import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { historyWords as ofStudents } from '../students/card/history';
import { JournalPage } from './JournalPage';
import type { Line, Row } from './wire';

const line: Line = {
  number: 12,
  at: '2026-11-15 12:00:00',
  operator: 'Белов Илья',
  action: 'students.blocked',
  title: 'Студент заблокирован',
  group: 'decisions',
  kind: 'student',
  object: 'Студент',
  objectName: null,
  objectHref: null,
  address: '10.0.0.1',
  person: { uuidUser: 'u-1', fullName: 'Ёлкина Мария', href: '/card/u-1' },
};
const row: Row = {
  ...line,
  reason: 'Утерян билет',
  changes: { surname: { from: 'Елкина', to: 'Ёлкина' } },
  personal: 'shown',
  request: 'r-1',
};
const read: Line = {
  ...line,
  number: 11,
  operator: '',
  action: 'exports.start',
  title: 'Начата выгрузка',
  group: 'exports',
  kind: 'export',
  object: 'Выгрузка',
  person: null,
};

const calls = {
  find: 'PUT /v1/journal',
  row: 'GET /v1/journal/12',
  other: 'GET /v1/journal/11',
  export: 'POST /v1/journal/export',
  state: 'GET /v1/exports/e-1',
};

const found = {
  items: [line, read],
  next: null,
  until: null,
  from: '20.08.2026',
  to: '19.11.2026',
  found: 10_000,
  isMore: true,
};

type Table = Parameters<typeof fakeServer>[0];
async function open(at = '/journal', table: Table = {}) {
  const seen = fakeServer({
    [calls.find]: { body: found },
    [calls.row]: { body: row },
    ...table,
  });
  await renderPages({ '/journal': () => <JournalPage areas={[ofStudents]} /> }, at);
  return seen;
}

const bodies = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Записи журнала' })).findAllByRole('button');

beforeEach(() => startSession({ access: jwt({ isAdmin: true }), refresh: 'r1' }));

describe('the list', () => {
  it('tells who did what in words, and that there is more than it counted', async () => {
    await open();
    const [first, second] = await rows();
    expect(first?.textContent).toContain('Студент заблокирован');
    expect(first?.textContent).toContain('Ёлкина Мария');
    expect(second?.textContent).toContain('Система');
    expect(second?.textContent).toContain('Выгрузка');
    const status = screen.getByRole('status').textContent;
    expect(status).toMatch(/с 20\.08\.2026 по 19\.11\.2026: 10\s000\+/);
  });

  it('names what a row is about', async () => {
    const about = { ...read, object: 'Партнёр', objectName: 'Кофейня' };
    await open('/journal', { [calls.find]: { body: { ...found, items: [about] } } });
    expect((await rows())[0]?.textContent).toContain('Кофейня');
  });

  it('asks what the address says', async () => {
    const seen = await open('/journal?group=exports&kind=export&address=10.0.0.1&from=01.11.2026');
    await rows();
    expect(bodies(seen, calls.find)).toEqual([
      { group: 'exports', kind: 'export', address: '10.0.0.1', from: '01.11.2026' },
    ]);
  });

  it('is narrowed to a day of an earlier month with the mouse', async () => {
    const seen = await open('/journal?to=15.11.2026');
    await rows();
    await user.click(screen.getByRole('button', { name: /^Фильтры/ }));
    const filters = within(await screen.findByRole('dialog', { name: /^Фильтры/ }));
    const field = filters.getByLabelText('По какой день');
    const [, pick] = filters.getAllByRole('button', { name: 'Открыть календарь' });
    await user.click(pick as HTMLElement);
    await user.click(await filters.findByRole('button', { name: 'Предыдущий месяц' }));
    await user.click(await filters.findByRole('button', { name: /^7 октября 2026/ }));
    expect(field).toHaveProperty('value', '07.10.2026');
    await waitFor(() => expect(bodies(seen, calls.find).at(-1)).toEqual({ to: '07.10.2026' }));
  });

  it('keeps the old rows, dimmed, while others load', async () => {
    let asked = 0;
    await open('/journal', {
      [calls.find]: async () => {
        asked += 1;
        return asked === 1 ? { body: found } : new Promise(() => undefined);
      },
    });
    await rows();
    await user.click(screen.getByRole('button', { name: /^Фильтры/ }));
    await user.click(await screen.findByLabelText('Просмотры'));
    await waitFor(() => expect(asked).toBe(2));
    const list = screen.getByRole('list', { name: 'Записи журнала' });
    expect(list.parentElement?.dataset).toMatchObject({ old: 'true', loading: 'true' });
  });

  it('offers the way out of its filters when nothing is found', async () => {
    await open('/journal?group=exports', {
      [calls.find]: { body: { ...found, items: [], found: 0, isMore: false } },
    });
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Сбросить всё' })).toHaveLength(2);
  });

  it('says how far it has looked when it found nothing yet, and goes on', async () => {
    const seen = await open('/journal', {
      [calls.find]: {
        body: { ...found, items: [], found: 0, next: 'cursor', until: '2026-10-01 09:30:00' },
      },
    });
    expect(await screen.findByText(/Просмотрено до 01.10.2026 09:30/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Искать раньше' }));
    await waitFor(() => expect(bodies(seen, calls.find)).toHaveLength(2));
  });

  it('shows why a question is refused', async () => {
    const days = 'Журнал показывает не больше 92 дней сразу. Сократите период.';
    await open('/journal', { [calls.find]: problem(422, days) });
    expect(await screen.findByText(days)).toBeDefined();
  });
});

describe('a row', () => {
  it('opens its change in the words of the card’s history', async () => {
    await open();
    await user.click((await rows())[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Студент заблокирован' }));
    expect(await dialog.findByText('Причина: Утерян билет')).toBeDefined();
    expect(dialog.getByText(/Фамилия: Елкина → Ёлкина/)).toBeDefined();
    expect(dialog.getByText('10.0.0.1')).toBeDefined();
  });

  it('names its object and its student, with their cards', async () => {
    const about = {
      object: 'Оператор',
      objectName: 'Белов Илья, b@b.ru',
      objectHref: '/operators/o-1',
    };
    await open('/journal', {
      [calls.find]: { body: { ...found, items: [{ ...line, ...about }] } },
      [calls.row]: { body: { ...row, ...about } },
    });
    await user.click((await rows())[0] as HTMLElement);
    const object = await screen.findByRole('link', { name: 'Белов Илья, b@b.ru' });
    expect(object.getAttribute('href')).toBe('/operators/o-1');
    const student = screen.getByRole('link', { name: 'Ёлкина Мария' });
    expect(student.getAttribute('href')).toBe('/card/u-1');
  });

  it.each([
    ['erased', /Личные данные этой записи удалены/],
    ['hidden', /её значения видит администратор программы/],
  ] as const)('says that its values are %s', async (personal, text) => {
    await open('/journal', {
      [calls.row]: { body: { ...row, personal, reason: null, changes: {} } },
    });
    await user.click((await rows())[0] as HTMLElement);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('names values in words where no card has a history', async () => {
    const changes = { kind: { to: 'students' }, search: { to: true }, rows: { to: 7 } };
    await open('/journal', {
      [calls.other]: { body: { ...row, ...read, reason: null, changes, personal: 'none' } },
    });
    await user.click((await rows())[1] as HTMLElement);
    const change = within(await screen.findByRole('region', { name: 'Что изменилось' }));
    expect(await change.findByText('Что именно: Студенты')).toBeDefined();
    expect(change.queryByText(/students|true/)).toBeNull();
  });

  it.each([
    [
      'auth.factorPolicy',
      { requiredOf: { from: 'nobody', to: 'administrators' }, since: { to: '2026-11-17' } },
      [/администраторам/, /17\.11\.2026/],
    ],
    ['catalog.reasons', { reasons: { from: ['А'], to: ['А', 'Б'] } }, [/А → А; Б/]],
    [
      'reviews.list',
      { status: { to: 'public' }, unanswered: { to: true }, partner: { to: 'Кофейня' } },
      [/Статус: Опубликован/, /Без ответа: да/, /Партнёр: Кофейня/],
    ],
    ['views.add', { list: { to: 'applications' }, isShared: { to: true } }, [/Заявки/, /да/]],
    ['news.some', { unknown: { to: 1 } }, ['Подробности этой записи не показаны.']],
    ['news.some', {}, ['Значений в записи нет.']],
  ])('tells %s in words', async (action, changes, texts) => {
    await open('/journal', {
      [calls.other]: { body: { ...row, ...read, action, reason: null, changes, personal: 'none' } },
    });
    await user.click((await rows())[1] as HTMLElement);
    const change = within(await screen.findByRole('region', { name: 'Что изменилось' }));
    for (const text of texts) expect(await change.findByText(text)).toBeDefined();
  });
});

describe('the export', () => {
  it('asks for the purpose and sends the question of the screen', async () => {
    const seen = await open('/journal?group=exports', {
      [calls.export]: { body: { uuidExport: 'e-1' } },
      [calls.state]: { body: { status: 'done', link: '/f', progress: 100 } },
    });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Скачать .xlsx' }));
    await user.type(await screen.findByLabelText('Для чего нужна выгрузка'), 'Проверка');
    await user.click(screen.getByRole('button', { name: 'Выгрузить' }));
    await waitFor(() =>
      expect(bodies(seen, calls.export)).toEqual([{ group: 'exports', purpose: 'Проверка' }]),
    );
    expect(await screen.findByText('Файл готов')).toBeDefined();
  });

  it('is not offered for nothing', async () => {
    await open('/journal', {
      [calls.find]: { body: { ...found, items: [], found: 0, isMore: false } },
    });
    expect(await screen.findByText('За это время таких записей нет.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Скачать .xlsx' })).toHaveProperty('disabled', true);
  });
});
