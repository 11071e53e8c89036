import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import type { Rated, Tile } from './api';
import { StatisticsPage } from './StatisticsPage';
import { t } from './texts';

const added = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 111, 104];
const tile = (value: number, changes: Partial<Tile> = {}): Tile => ({
  value,
  up: true,
  change: -7,
  series: [...added.slice(0, 11), value],
  added,
  ...changes,
});
const tiles = {
  students: tile(1624),
  partners: tile(86),
  stocks: tile(150, { added: Array(12).fill(0), change: 0 }),
  points: tile(429),
};

const rated = (n: number, value = 1000 - n): Rated => ({
  uuidPartner: `p-${n}`,
  name: `Партнёр ${n}`,
  logo: n % 2 ? null : `/files/logo-${n}`,
  value,
  share: value / 1000,
});

const total = 86;
const calls = { tiles: 'GET /v2/statistics', rating: 'GET /v2/statistics/partner' };

type Asked = Record<'after' | 'limit' | 'sort' | 'direction' | 'period', string | null>;
const header = (request: Request, name: string) => request.headers.get(name);

type Table = Parameters<typeof fakeServer>[0];
async function open(at = '/statistic', table: Table = {}) {
  const asked: Asked[] = [];
  const periods: (string | null)[] = [];
  fakeServer({
    [calls.tiles]: (request) => {
      periods.push(header(request, 'X-Period'));
      return { body: tiles };
    },
    [calls.rating]: (request) => {
      const after = header(request, 'X-After-Partner');
      const shown = Number(after?.replace('p-', '') ?? 0);
      asked.push({
        after,
        limit: header(request, 'X-Limit'),
        sort: header(request, 'X-Sort-Field'),
        direction: header(request, 'X-Sort-Direction'),
        period: header(request, 'X-Period'),
      });
      const rows = Array.from({ length: Math.min(50, total - shown) }, (_, i) =>
        rated(shown + i + 1),
      );
      return { body: rows, headers: { 'x-record-count': String(total) } };
    },
    ...table,
  });
  const pages = { '/statistic': StatisticsPage, '/statistics': StatisticsPage };
  const router = await renderPages(pages, at);
  return { asked, periods, router };
}

const signInAs = (role: string) =>
  startSession({ access: jwt({ role, hierarchyFilled: true }), refresh: 'r' });

beforeEach(() => {
  signInAs('operator_all');
  window.scrollTo = () => {};
});

const words = (element?: Element) => (element?.textContent ?? '').replaceAll(/\s/g, ' ');

describe('the tiles', () => {
  it('show value, change and monthly gains, and link to their lists', async () => {
    await open();
    const students = await screen.findByRole('link', { name: /Студенты/ });
    expect(words(students)).toContain('1 624');
    expect(words(students)).toContain('+104 · было 111');
    expect(students.getAttribute('href')).toBe('/');
    const months = within(students).getByRole('img', { name: /: 1, 2, 3.*111, 104$/u });
    expect(within(months).getAllByText(/\d{4} г\./)).toHaveLength(12);
    // The axis: the highest value, zero, and the months at both ends.
    expect(within(students).getByText('111')).toBeDefined();
    expect(within(students).getByText('0')).toBeDefined();
    expect(within(students).getAllByText(/^\S+ \d{4}$/)).toHaveLength(2);
    expect(screen.getByRole('link', { name: /Торговые точки/ }).getAttribute('href')).toBe(
      '/partners',
    );
    const stocks = screen.getByRole('link', { name: /Акции/ });
    expect(words(stocks)).toContain('0 · было 0');
    expect(within(stocks).getByText(t.months.none)).toBeDefined();
  });

  it('are not links if the role has no list', async () => {
    signInAs('operator_student');
    await open();
    await screen.findByRole('link', { name: /Студенты вашего/ });
    expect(screen.queryByRole('link', { name: /Партнёры|Акции|точки/ })).toBeNull();
    screen.getByText('Торговые точки');
    expect((await screen.findByText('Партнёр 1')).closest('a')).toBeNull();
  });

  it('offer a retry while the rating stays visible', async () => {
    let broken = true;
    await open('/statistic', {
      [calls.tiles]: () => (broken ? problem(404, 'Нет') : { body: tiles }),
    });
    await screen.findByText('Партнёр 1');
    broken = false;
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    await screen.findByRole('link', { name: /Студенты/ });
  });
});

describe('the period', () => {
  it('is in the URL and sent with both calls', async () => {
    const { asked, periods, router } = await open();
    await screen.findByText('Партнёр 1');
    await user.click(screen.getByRole('radio', { name: t.period.month }));
    await waitFor(() => expect(router.state.location.search).toEqual({ period: 'month' }));
    await waitFor(() => expect(periods).toEqual(['all', 'month']));
    expect(asked.map(({ period }) => period)).toEqual(['all', 'month']);
    const students = screen.getByRole('link', { name: /Студенты/ });
    expect(words(students)).not.toContain('+104 ·');
    expect(words(students)).toContain('было 111');
  });

  it('is restored from the URL', async () => {
    const { asked, periods } = await open('/statistics?period=month&by=card&direction=ASC');
    await screen.findByText('Партнёр 1');
    expect(periods).toEqual(['month']);
    expect(asked).toEqual([
      { after: null, limit: '50', sort: 'cViewCard', direction: 'ASC', period: 'month' },
    ]);
  });
});

describe('the rating', () => {
  it('renders only visible rows, with places, bars and numbers', async () => {
    await open();
    const list = await screen.findByRole('list', { name: '86 партнёров' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(50);
    expect(words(rows[0])).toContain('1-е место');
    expect(words(rows[0])).toContain('999 показов');
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('86');
    expect(
      within(rows[0] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/partners/card/p-1');
    expect(list.style.height).toBe(`${50 * 56}px`);
  });

  it('can be reversed and count the other kind', async () => {
    const { asked, router } = await open();
    await screen.findByText('Партнёр 1');
    await user.click(screen.getByRole('button', { name: `Сортировка: ${t.rating.by.barcode}` }));
    await user.click(await screen.findByRole('radio', { name: t.rating.by.card }));
    await waitFor(() => expect(asked.at(-1)?.sort).toBe('cViewCard'));
    await user.click(screen.getByRole('button', { name: /по убыванию/i }));
    await waitFor(() => expect(asked.at(-1)?.direction).toBe('ASC'));
    expect(router.state.location.search).toEqual({ by: 'card', direction: 'ASC' });
    await waitFor(() => expect(words(screen.getAllByRole('listitem')[0])).toContain('86-е место'));
  });

  it('loads the next fifty near the end of the first', async () => {
    const { asked } = await open();
    const list = await screen.findByRole('list', { name: '86 партнёров' });
    expect(asked).toHaveLength(1);
    Object.defineProperty(window, 'scrollY', { value: 45 * 56, configurable: true });
    window.dispatchEvent(new Event('scroll'));
    await waitFor(() => expect(asked.map(({ after }) => after)).toEqual([null, 'p-50']));
    await waitFor(() => expect(list.style.height).toBe(`${86 * 56}px`));
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  });

  it('shows a message without partners', async () => {
    const none = { body: [], headers: { 'x-record-count': '0' } };
    await open('/statistic', {
      [calls.rating]: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return none;
      },
    });
    const before = await screen.findAllByRole('status');
    const text = await screen.findByText(t.rating.empty);
    expect(before).toContain(text.closest('[role="status"]')); // only a region that was there is announced
  });

  it.each([
    ['DESC', 0, 1],
    ['ASC', 0, 1],
    ['ASC', 900, 0],
  ])(
    'says that nobody has looked, read %s with %i views on the next page',
    async (direction, views, told) => {
      const headers = { 'x-record-count': '3' };
      let send = () => {};
      const next = new Promise<void>((resolve) => {
        send = resolve;
      });
      await open(`/statistic?direction=${direction}`, {
        [calls.rating]: async (request) => {
          if (!header(request, 'X-After-Partner'))
            return { body: [rated(1, 0), rated(2, 0)], headers };
          await next;
          return { body: [rated(3, views)], headers };
        },
      });
      // The best come first, so one page is enough.
      await screen.findByText(direction === 'DESC' ? t.rating.unseen : 'Партнёр 2');
      send();
      await screen.findByText(told ? t.rating.unseen : 'Партнёр 3');
      // Zeros have no order.
      expect(screen.queryAllByText(/^Партнёр \d/)).toHaveLength(told ? 0 : 3);
    },
  );
});
