import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import * as uploads from '../../shared/api/upload';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { check, counts, imported, promotion } from '../../test/promotions';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { CardPage } from './card/CardPage';
import { StatisticsPage } from './codes/StatisticsPage';
import { EditPage } from './form/EditPage';
import { NewPage } from './form/NewPage';
import { PromotionsPage } from './PromotionsPage';

const calls = {
  list: 'PUT /v1/stock',
  card: 'GET /v1/stock/s-1',
  save: 'PUT /v1/stock/s-1',
  create: 'POST /v1/stock',
  move: 'PUT /v1/stock/s-1/status',
  counts: 'GET /v1/stock/s-1/codes/count',
  check: 'POST /v1/stock/codes/check',
  find: 'PUT /v1/stock/codes/find',
  taken: 'GET /v1/stock/s-1/statistic',
  history: 'GET /v1/audit/stock/s-1',
  near: 'PUT /v1/stock/neighbours/s-1',
  partner: 'GET /v2/partner/p-1',
};

type Table = Parameters<typeof fakeServer>[0];
const cardReply = (changes = {}) => ({ body: promotion(changes), headers: { ETag: '"3"' } });
const total = (n: number) => ({ 'x-record-count': String(n) });

async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.list]: { body: [promotion()], headers: total(1) },
    [calls.card]: cardReply(),
    [calls.counts]: { body: counts() },
    [calls.history]: { body: [] },
    [calls.near]: { body: { previous: null, next: null, position: 1, total: 1 } },
    [calls.partner]: { body: { name: 'Кофейня «Зерно»', status: 'active' } },
    [calls.save]: {},
    [calls.create]: { body: { uuidStock: 's-2' } },
    [calls.move]: {},
    [calls.check]: { body: check() },
    ...table,
  });
  const pages = {
    '/promotions': PromotionsPage,
    '/promotions/card/$uuidStock': CardPage,
    '/promotions/card/$uuidStock/refactoring': EditPage,
    '/promotions/card/$uuidStock/statistic': StatisticsPage,
    '/partners/card/$uuidPartner': () => <p>Карточка партнёра</p>,
    '/partners/card/$uuidPartner/newStock': NewPage,
    '/card/$uuidUser': () => <p>Карточка студента</p>,
  };
  return { seen, router: await renderPages(pages, at) };
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const type = async (name: string, text: string) => {
  const box = await screen.findByRole('textbox', { name });
  await userEvent.clear(box);
  await userEvent.type(box, text);
};
const sent = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);
const choose = async (name = 'codes.csv') => {
  const group = await screen.findByRole('group', { name: 'Файл с промокодами' });
  const input = group.querySelector('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, new File(['A-1'], name), {
    applyAccept: false,
  });
};

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
  vi.spyOn(uploads, 'upload').mockResolvedValue({
    keyFile: 'key-1',
    urlFile: '/files/key-1',
  } as never);
});

describe('the list of promotions', () => {
  it('blocks a row for a reason, without a version', async () => {
    let version: string | null = 'none';
    const { seen } = await open('/promotions', {
      [calls.move]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    const row = await screen.findByRole('row', { name: /Второй кофе/ });
    expect(within(row).getByRole('link', { name: 'Второй кофе в подарок' })).toBeDefined();
    await press('Заблокировать акцию: Второй кофе в подарок');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Заблокировать' }));
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Акция заблокирована' }]));
    expect(sent(seen, calls.move)).toEqual([
      { status: 'blocked', reasonBlocked: 'Несоответствие политике приложения' },
    ]);
    expect(version).toBeNull();
  });

  it('unblocks a row without a question', async () => {
    const { seen } = await open('/promotions', {
      [calls.list]: { body: [promotion({ status: 'blocked' })], headers: total(1) },
    });
    expect((await screen.findAllByText('Неактивна')).length).toBeGreaterThan(0);
    const unlock = { name: 'Разблокировать акцию: Второй кофе в подарок' };
    fireEvent.click(screen.getByRole('button', unlock));
    fireEvent.click(screen.getByRole('button', unlock)); // a double click sends one request
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Акция разблокирована' }]));
    expect(sent(seen, calls.move)).toEqual([{ status: 'active', reasonBlocked: '' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds a code whose student the role may not open', async () => {
    startSession({ access: jwt({ role: 'operator_univer' }), refresh: 'r' });
    const found = {
      ...{ codeValue: 'A-1', uuidStock: 's-1', name: 'Второй кофе', status: 'active' },
      ...{ state: 'ended', uuidPartner: 'p-1', partnerName: 'Зерно', partnerStatus: 'blocked' },
      ...{ isTaken: true, granted: '2026-11-01 10:30:00', userName: 'Ёлкина Анна', uuidUser: 'u' },
    };
    const { seen } = await open('/promotions', { [calls.find]: { body: [found] } });
    await press('Проверить код');
    await type('Промокод', ' A-1 {Enter}');
    const item = within(await screen.findByRole('dialog'));
    expect(await item.findByText('Выдан')).toBeDefined();
    expect(item.getByText('01.11.2026 10:30 МСК')).toBeDefined();
    expect(item.getByText('Ёлкина Анна').closest('a')).toBeNull();
    expect(item.getByText('Партнёр заблокирован')).toBeDefined();
    expect(sent(seen, calls.find)).toEqual([{ codeValue: 'A-1' }]);
  });
});

describe('a promotion’s card', () => {
  it('shows every field and the number of hidden points', async () => {
    await open('/promotions/card/s-1');
    expect(await screen.findByRole('heading', { name: 'Второй кофе в подарок' })).toBeDefined();
    for (const text of ['Активна · Идёт', '01.11.2026 – 30.11.2026', '25.10.2026', 'Один']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByRole('meter', { name: /^Выдано \d+ из \d+$/ })).toBeDefined();
    expect(screen.getByText('И ещё 100 адресов')).toBeDefined();
  });

  it('warns when codes run low, and when there are none', async () => {
    await open('/promotions/card/s-1', {
      [calls.counts]: { body: counts({ isLow: true, lastsUntil: '20.11.2026' }) },
    });
    expect(await screen.findByText('Промокоды заканчиваются')).toBeDefined();
    expect(screen.getByText(/хватит до 20\.11\.2026/)).toBeDefined();
  });

  it('polls an import until it ends, then refetches the rest', async () => {
    let file = imported();
    const { seen } = await open('/promotions/card/s-1', {
      [calls.counts]: () => ({ body: counts({ import: file }) }),
    });
    const stage = await screen.findByText('Промокоды загружаются');
    // Only the stages are announced, not every percent.
    expect(stage.getAttribute('role')).toBe('status');
    expect(stage.parentElement?.textContent).toBe('Промокоды загружаются: 45\u00a0%');
    const bad = { line: 7, value: 'A B', reason: 'Недопустимый символ на месте 2.' };
    file = imported({ status: 'done', progress: 100, imported: 99, invalid: 1, badLines: [bad] });
    expect(await screen.findByText('Файл загружен', {}, { timeout: 5000 })).toBeDefined();
    expect(screen.getByText('Добавлено: 99')).toBeDefined();
    expect(screen.getByText('Недопустимый символ на месте 2.')).toBeDefined();
    await waitFor(() => expect(sent(seen, calls.history)).toHaveLength(2));
    expect(sent(seen, calls.card)).toHaveLength(2);
  });

  it('is blocked with the loaded version; a second decision shows the first', async () => {
    let version: string | null = null;
    await open('/promotions/card/s-1', {
      [calls.move]: (request) => {
        version = request.headers.get('If-Match');
        return problem(409, 'Акция сейчас неактивна.');
      },
    });
    await press('Заблокировать');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Заблокировать' }));
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: 'Акция сейчас неактивна.' }]));
    expect(version).toBe('"3"');
  });
});

describe('the forms of a promotion', () => {
  it('adds a promotion, says when its codes will be available and returns to the partner', async () => {
    const { seen, router } = await open('/partners/card/p-1/newStock');
    await type('Название', 'Кофе');
    await type('Описание', 'Описание');
    await type('Дата начала', '01112026');
    await type('Дата окончания', '30112026');
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Промокодов одному студенту' }),
      'Неограниченно',
    );
    const regions = screen.getAllByRole('status');
    await choose();
    const verdict = await screen.findByText('Будет добавлено: 3 промокода');
    expect(regions).toContain(verdict.closest('[role="status"]')); // only a region that was there is announced
    expect(sent(seen, calls.create)).toEqual([]);
    await press('Сохранить');
    const words = 'Промокоды появятся в системе через несколько минут';
    expect(await screen.findByText(words)).toBeDefined();
    expect(sent(seen, calls.create)).toEqual([
      {
        ...{ uuidPartner: 'p-1', name: 'Кофе', description: 'Описание', winLimit: null },
        ...{ dateBegin: '01.11.2026', dateEnd: '30.11.2026', fileUrl: 'key-1' },
      },
    ]);
    await press('Понятно');
    expect(await screen.findByText('Карточка партнёра')).toBeDefined();
    expect(router.state.location.pathname).toBe('/partners/card/p-1');
  });

  it('returns to the card if an edit has no file', async () => {
    const { seen, router } = await open('/promotions/card/s-1/refactoring');
    await type('Название', 'Третий кофе');
    await press('Сохранить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/promotions/card/s-1'));
    const [body] = sent(seen, calls.save);
    expect(body).toMatchObject({ name: 'Третий кофе', winLimit: 1 });
    expect(body).not.toHaveProperty('fileUrl');
    expect(getNotices()).toMatchObject([{ title: 'Изменения сохранены' }]);
  });

  it('shows a dialog first if an edit has a file', async () => {
    const { seen, router } = await open('/promotions/card/s-1/refactoring', {
      [calls.check]: { body: check({ new: 0, known: 3 }) },
    });
    await choose();
    expect(await screen.findByText('Новых промокодов в файле нет')).toBeDefined();
    expect(sent(seen, calls.check)).toEqual([{ fileUrl: 'key-1', uuidStock: 's-1' }]);
    await press('Сохранить');
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(router.state.location.pathname).toBe('/promotions/card/s-1/refactoring');
    await press('Понятно');
    await waitFor(() => expect(router.state.location.pathname).toBe('/promotions/card/s-1'));
  });

  it('refuses files that are not csv by name or content, in a dialog', async () => {
    await open('/promotions/card/s-1/refactoring');
    await choose('codes.xlsx');
    expect(await screen.findByRole('dialog', { name: 'Неверный формат файла' })).toBeDefined();
    expect(uploads.upload).not.toHaveBeenCalled();
    await press('Понятно');
    vi.mocked(uploads.upload).mockRejectedValueOnce(new Problem(415, { detail: 'Это не текст.' }));
    await choose();
    expect(await screen.findByRole('dialog', { name: 'Неверный формат файла' })).toBeDefined();
  });

  it('accepts the same file again after a fix', async () => {
    await open('/promotions/card/s-1/refactoring');
    const group = await screen.findByRole('group', { name: 'Файл с промокодами' });
    const input = group.querySelector('input[type=file]') as HTMLInputElement;
    const file = new File(['A-1'], 'codes.csv');
    vi.mocked(uploads.upload).mockRejectedValueOnce(new Problem(422, { detail: 'Файл пуст.' }));
    await userEvent.upload(input, file);
    const { id } = await screen.findByText('Файл пуст.');
    const button = screen.getByRole('button', { name: 'Выбрать файл' });
    expect(button.getAttribute('aria-invalid')).toBe('true');
    expect(button.getAttribute('aria-describedby')).toBe(id);
    await userEvent.upload(input, file);
    expect(await screen.findByText('Будет добавлено: 3 промокода')).toBeDefined();
  });

  it('refuses a file without codes', async () => {
    const { seen } = await open('/promotions/card/s-1/refactoring', {
      [calls.check]: { body: check({ total: 2, new: 0, invalid: 2 }) },
    });
    await choose();
    expect(await screen.findByText(/нет ни одного промокода/)).toBeDefined();
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)).toHaveLength(1));
    expect(sent(seen, calls.save)[0]).not.toHaveProperty('fileUrl');
  });

  it('keeps a file that could not be checked, and checks it again', async () => {
    let broken = true;
    await open('/promotions/card/s-1/refactoring', {
      [calls.check]: () => (broken ? problem(503) : { body: check() }),
    });
    await choose();
    expect(await screen.findByText(/проверить его не удалось/)).toBeDefined();
    broken = false;
    await press('Проверить ещё раз');
    expect(await screen.findByText('Будет добавлено: 3 промокода')).toBeDefined();
  });

  it('does not save during an upload, and can cancel it', async () => {
    vi.mocked(uploads.upload).mockReturnValue(new Promise(() => undefined));
    const { seen } = await open('/promotions/card/s-1/refactoring');
    const group = await screen.findByRole('group', { name: 'Файл с промокодами' });
    const regions = within(group).getAllByRole('status'); // they must exist before their text, otherwise it is not announced
    await choose();
    expect(regions.map(({ textContent }) => textContent)).toContain('Загружается: codes.csv');
    await press('Сохранить');
    expect(await screen.findByText('Дождитесь окончания проверки файла')).toBeDefined();
    expect(sent(seen, calls.save)).toEqual([]);
    await press('Прервать');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)).toHaveLength(1));
  });
});

describe('the statistics of a promotion', () => {
  const rows = [
    ...[{ codeValue: 'A-1', userName: 'Ёлкина Анна', uuidUser: 'u-1' }],
    ...[{ codeValue: 'A-2', userName: 'Студент другого университета', uuidUser: null }],
  ].map((row) => ({ ...row, granted: '2026-11-01 10:30:00' }));
  const reply = { [calls.taken]: { body: rows, headers: total(2) } };

  it('link to students that the operator may open', async () => {
    await open('/promotions/card/s-1/statistic', reply);
    const link = await screen.findByRole('link', { name: 'Ёлкина Анна' });
    expect(link.getAttribute('href')).toBe('/card/u-1');
    expect(screen.getByText('Студент другого университета').closest('a')).toBeNull();
    expect(screen.getAllByText('01.11.2026 10:30')).toHaveLength(2);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('show only names if the role has no students area', async () => {
    startSession({ access: jwt({ role: 'operator_univer' }), refresh: 'r' });
    await open('/promotions/card/s-1/statistic', reply);
    expect((await screen.findByText('Ёлкина Анна')).closest('a')).toBeNull();
  });

  it('show a message if there are none', async () => {
    await open('/promotions/card/s-1/statistic', {
      [calls.taken]: { body: [], headers: total(0) },
    });
    expect(await screen.findByText('Данных нет')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Скачать .xlsx' })).toHaveProperty('disabled', true);
  });
});
