import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPages } from '../../test/render';
import { jwt } from '../../test/tokens';
import { Problem } from '../api/problem';
import { startSession } from '../session/session';
import { defineList, type ListView, type SelectionProps } from './define';
import { choices } from './filters/choices';
import { cityFilter } from './filters/cities';
import { oneOf } from './filters/oneOf';
import { twoWay } from './filters/twoWay';
import { ListPage } from './ListPage';
import { Neighbours } from './Neighbours';
import type { ListQuery, PageOf } from './query';

// Lists of areas to come, declared and nothing more: each must work without a line of list code.

type Partner = { uuidPartner: string; name: string; city: string; status: string };

const partner = (n: number): Partner => ({
  uuidPartner: `p${n}`,
  name: n === 2 ? '<img src=x onerror=alert(1)>' : `Кофейня ${n}`,
  city: 'Тула',
  status: n === 3 ? 'blocked' : 'active',
});

const fetchPartners = vi.fn<(query: ListQuery, signal: AbortSignal) => Promise<PageOf<Partner>>>();
const findCities = vi.fn(async (_search: string) => [{ value: 'c-1', label: 'Тула' }]);

const partners = defineList({
  area: 'partners',
  path: '/partners',
  fetch: fetchPartners,
  neighbours: async (id) => ({
    previous: id === 'p1' ? null : 'p1',
    next: 'p3',
    position: 2,
    total: 40,
  }),
  pageSize: 4,
  sort: {
    idPartner: { label: 'По дате', first: 'DESC' },
    name: { label: 'По названию', first: 'ASC' },
  },
  filters: {
    status: twoWay('Статус', [
      ['active', 'Активен'],
      ['blocked', 'Заблокирован'],
    ]),
    categories: choices('Категория', {
      queryKey: ['categories'],
      queryFn: async () => [
        { value: 'food', label: 'Еда' },
        { value: 'sport', label: 'Спорт' },
      ],
    }),
    cities: cityFilter({ key: 'partners', find: findCities }),
  },
  columns: [
    { title: 'Название', text: ({ name }) => name, marked: true, sort: 'name' },
    { title: 'Город', text: ({ city }) => city, width: 120 },
  ],
  row: {
    id: ({ uuidPartner }) => uuidPartner,
    href: (id) => `/partners/card/${id}`,
    subdued: ({ status }) => status === 'blocked',
  },
  actions: ({ total }: ListView) => <button type="button">Добавить к {total}</button>,
  texts: { title: 'Партнёры', empty: 'Добавьте партнёра' },
});

const published = vi.fn();
const reviews = defineList({
  area: 'reviews',
  path: '/feedbacks',
  fetch: async () => ({
    rows: [
      { id: 'r1', comment: 'Вкусно' },
      { id: 'r2', comment: 'Долго' },
    ],
    total: 2,
  }),
  pageSize: 15,
  sort: { createdAt: { label: 'По дате', first: 'DESC' } },
  filters: {
    status: oneOf('Статус', {
      all: 'Все',
      words: { moderation: 'На модерации', public: 'Опубликован' },
    }),
  },
  columns: [{ title: 'Отзыв', text: ({ comment }: { id: string; comment: string }) => comment }],
  row: { id: ({ id }) => id, href: (id) => `/feedback/${id}` },
  selection: ({ ids, clear }: SelectionProps<{ id: string }>) => (
    <button
      type="button"
      onClick={() => {
        published(ids);
        clear();
      }}
    >
      Опубликовать
    </button>
  ),
  texts: { title: 'Отзывы', empty: 'Нет отзывов' },
});

const questions = defineList({
  area: 'knowledge',
  path: '/knowledge',
  back: '/up',
  idle: () => <p>Выберите категорию</p>,
  fetch: async () => ({
    rows: ['Один', 'Два', 'Чужой', 'Четыре'].map((name) => ({ name, shelf: 's1' })),
    total: 4,
  }),
  pageSize: 15,
  sort: { name: { label: 'По имени', first: 'ASC' }, date: { label: 'По дате', first: 'ASC' } },
  filters: {},
  columns: [
    {
      title: 'Имя',
      text: ({ name }: { name: string; shelf: string }) => name,
      under: ({ name }, search) => name === 'Два' && `нашлось: ${search}`,
    },
  ],
  row: {
    id: ({ name }) => name,
    href: (id, row) => `/knowledge/${row?.shelf}/${id}`,
    locked: ({ name }) => name === 'Чужой' && 'Не ваш',
  },
  selection: () => <button type="button">Удалить</button>,
  texts: { title: 'Вопросы', empty: 'Нет' },
});

const news = defineList({
  area: 'news',
  path: '/news',
  fetch: async () => ({ rows: [{ id: 'n1', title: 'Ёлка' }], total: 1 }),
  pageSize: 9,
  sort: { createdAt: { label: 'По дате', first: 'DESC' } },
  filters: {},
  card: (item, { mark, link }) => (
    <article>
      <h2>{link(mark(item.title))}</h2>
      <p>Опрос</p>
    </article>
  ),
  row: { id: ({ id }: { id: string; title: string }) => id, href: (id) => `/news/${id}` },
  texts: { title: 'Новости', empty: 'Новостей нет' },
});

const pages = {
  '/partners': () => <ListPage list={partners} />,
  '/partners/card/$id': () => <Neighbours list={partners} id="p2" />,
  '/feedbacks': () => <ListPage list={reviews} />,
  '/news': () => <ListPage list={news} />,
  '/knowledge': () => <ListPage list={questions} />,
};
const open = (at: string) => renderPages(pages, at);
const lastQuery = () => fetchPartners.mock.calls.at(-1)?.[0];
const rows = () => screen.findAllByRole('row');
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  startSession({ access: jwt(), refresh: 'r' });
  findCities.mockClear();
  fetchPartners.mockReset().mockImplementation(async () => ({
    rows: Array.from({ length: 4 }, (_, i) => partner(i + 1)),
    total: 40,
  }));
});

describe('a declared list', () => {
  it('shows its rows as links that carry the list', async () => {
    await open('/partners?search=коф&status=active');
    const link = await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(link.getAttribute('href')).toMatch(/^\/partners\/card\/p1\?search=.+&status=active$/);
    expect(link.querySelector('mark')?.textContent).toBe('Коф');
    expect(screen.getByText('Найдено: 40')).toBeDefined();
    expect(lastQuery()?.body).toMatchObject({ searchString: 'коф', status: 'active', cities: [] });
    const [, , , blocked] = await rows();
    expect(blocked?.getAttribute('data-subdued')).toBe('true');
  });

  it('shows hostile names as text', async () => {
    await open('/partners');
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows skeletons of the right shape first', async () => {
    fetchPartners.mockImplementation(() => new Promise(() => {}));
    await open('/partners');
    expect(await rows()).toHaveLength(5);
    expect(screen.queryByRole('link', { name: /Кофейня/ })).toBeNull();
  });

  it('pages by links, and jumps by number', async () => {
    const router = await open('/partners?search=коф');
    const nav = await screen.findByRole('navigation', { name: 'Страницы' });
    await userEvent.click(within(nav).getByRole('link', { name: 'Далее' }));
    await waitFor(() => expect(lastQuery()?.header['X-Offset']).toBe(4));
    expect(router.state.location.search).toMatchObject({ search: 'коф', page: expect.anything() });
    await userEvent.type(within(nav).getByLabelText('Перейти на страницу'), '99{Enter}');
    await waitFor(() => expect(lastQuery()?.header['X-Offset']).toBe(36));
    expect(within(nav).getByText('10')).toBeDefined();
    expect(within(nav).getByText('из 10')).toBeDefined();
  });

  it('has no pages when there is one', async () => {
    fetchPartners.mockResolvedValue({ rows: [partner(1)], total: 4 });
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(screen.queryByRole('navigation', { name: 'Страницы' })).toBeNull();
  });

  it('goes to the last page when the one asked for is gone', async () => {
    fetchPartners.mockImplementation(async ({ header }) =>
      header['X-Offset'] >= 40 ? { rows: [], total: 40 } : { rows: [partner(1)], total: 40 },
    );
    const router = await open('/partners?page=19');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(router.state.location.search).toMatchObject({ page: expect.anything() });
    expect(lastQuery()?.header['X-Offset']).toBe(36);
  });

  it('sorts by the selector, the toggle and the header', async () => {
    await open('/partners?page=2');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    await userEvent.selectOptions(screen.getByLabelText('Сортировка'), 'name');
    await waitFor(() =>
      expect(lastQuery()?.header).toMatchObject({
        'X-Sort-Field': 'name',
        'X-Sort-Direction': 'ASC',
        'X-Offset': 0,
      }),
    );
    await press(/направление/);
    await waitFor(() => expect(lastQuery()?.header['X-Sort-Direction']).toBe('DESC'));
    const header = screen.getByRole('columnheader', { name: 'Название' });
    expect(header.getAttribute('aria-sort')).toBe('descending');
    await press('Название');
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'));
  });
});

describe('the search box', () => {
  it('waits half a second, then replaces the history entry and drops the page', async () => {
    const router = await open('/partners?page=2');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    const entries = router.history.length;
    const asked = fetchPartners.mock.calls.length;
    await userEvent.type(screen.getByRole('searchbox'), 'тула');
    expect(fetchPartners.mock.calls.length).toBe(asked);
    await waitFor(() => expect(lastQuery()?.body.searchString).toBe('тула'), { timeout: 2000 });
    expect(lastQuery()?.header['X-Offset']).toBe(0);
    expect(fetchPartners.mock.calls.length).toBe(asked + 1);
    expect(router.history.length).toBe(entries);
    expect(router.state.location.search).toEqual({ search: 'тула' });
  });

  it('does not wait for Enter, and is focused by a slash', async () => {
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await userEvent.keyboard('чай/{Enter}');
    await waitFor(() => expect(lastQuery()?.body.searchString).toBe('чай/'), { timeout: 300 });
  });

  it('follows the address', async () => {
    const router = await open('/partners?search=коф');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('коф');
    await press('Сбросить всё');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
    router.history.back();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('коф'));
  });
});

describe('filters', () => {
  it('have a toggle of two boxes: one is that status, both or none is none', async () => {
    const router = await open('/partners');
    await press('Фильтры');
    const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(await box('Активен'));
    await waitFor(() => expect(lastQuery()?.body.status).toBe('active'));
    await userEvent.click(await box('Заблокирован'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect([(await box('Активен')).checked, (await box('Заблокирован')).checked]).toEqual([
      true,
      true,
    ]);
    await userEvent.click(await box('Активен'));
    await waitFor(() => expect(lastQuery()?.body.status).toBe('blocked'));
    await userEvent.click(await box('Заблокирован'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('choose several categories, shown as chips that can be taken away', async () => {
    await open('/partners');
    await press('Фильтры');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Еда' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Спорт' }));
    await waitFor(() => expect(lastQuery()?.body.categories).toEqual(['food', 'sport']));
    await userEvent.keyboard('{Escape}');
    await press(/Убрать фильтр: Еда/);
    await waitFor(() => expect(lastQuery()?.body.categories).toEqual(['sport']));
    expect(screen.getByRole('button', { name: /Фильтры/ }).textContent).toContain('1');
  });

  it('find cities from two letters on, and tell how many are chosen', async () => {
    await open('/partners');
    await press('Города: все');
    const search = await screen.findByLabelText('Найти город');
    await userEvent.type(search, 'т');
    expect(screen.getByText(/не меньше двух букв/)).toBeDefined();
    await userEvent.type(search, 'у');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Тула' }, { timeout: 2000 }));
    expect(findCities.mock.calls.map(([text]) => text)).toEqual(['ту']);
    await waitFor(() => expect(lastQuery()?.body.cities).toEqual(['c-1']));
    expect(screen.getByRole('button', { name: 'Города: 1', hidden: true })).toBeDefined();
    expect(screen.getByRole('button', { name: /Убрать фильтр: Тула/, hidden: true })).toBeDefined();
  });

  it('take the only city found by Enter', async () => {
    const router = await open('/partners');
    await press('Города: все');
    await userEvent.type(await screen.findByLabelText('Найти город'), 'ту');
    await screen.findByRole('checkbox', { name: 'Тула', hidden: true });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cities: 'c-1' }));
  });
});

describe('trouble', () => {
  it('without rows offers to try again', async () => {
    fetchPartners.mockRejectedValueOnce(new Problem(403));
    await open('/partners');
    expect(await screen.findByText('Доступ запрещён.')).toBeDefined();
    await press('Повторить');
    expect(await screen.findByRole('link', { name: 'Кофейня 1' })).toBeDefined();
  });

  it('with rows keeps them', async () => {
    await open('/partners');
    await screen.findByRole('link', { name: 'Кофейня 1' });
    fetchPartners.mockRejectedValueOnce(new Problem(422));
    await userEvent.click(screen.getByRole('link', { name: 'Далее' }));
    expect(await screen.findByText('Список не обновился.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Кофейня 1' })).toBeDefined();
    await press('Повторить');
    await waitFor(() => expect(screen.queryByText('Список не обновился.')).toBeNull());
  });

  it('with nothing to show says so, and the way out', async () => {
    fetchPartners.mockResolvedValue({ rows: [], total: 0 });
    const router = await open('/partners?search=зз');
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Сбросить всё' })[0] as Element);
    expect(await screen.findByText('Добавьте партнёра')).toBeDefined();
    expect(router.state.location.search).toEqual({});
  });
});

describe('lists of other kinds', () => {
  it('have ticks and a bar for what is ticked', async () => {
    await open('/feedbacks');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Долго' }));
    expect(screen.getByText('Выбрано: 1')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
    await press('Опубликовать');
    expect(published).toHaveBeenCalledWith(['r1', 'r2']);
    expect(await screen.findByText('Найдено: 2')).toBeDefined();
    expect(screen.queryByLabelText('Сортировка')).toBeNull();
  });

  it('tick from the last click to this one with Shift, never what is locked', async () => {
    await open('/knowledge?search=о');
    const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Один' }));
    const hands = userEvent.setup();
    await hands.keyboard('{Shift>}');
    await hands.click(tick('Выбрать: Четыре'));
    await hands.keyboard('{/Shift}');
    expect(screen.getByText('Выбрано: 3')).toBeDefined();
    const locked = tick('Чужой. Не ваш');
    expect([locked.disabled, locked.checked]).toEqual([true, false]);
    expect(tick('Выбрать все строки на странице').checked).toBe(true);
    await userEvent.click(tick('Выбрать: Два'));
    expect(screen.getByText('Выбрано: 2')).toBeDefined();
  });

  it('may show something else until they are searched', async () => {
    const router = await open('/knowledge');
    expect(await screen.findByText('Выберите категорию')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByLabelText('Сортировка')).toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), 'дв{Enter}');
    expect(await screen.findByText('нашлось: дв')).toBeDefined();
    expect(screen.getByLabelText('Сортировка')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Два' });
    expect(link.getAttribute('href')).toMatch(/^\/knowledge\/s1\/.+\?search=/);
    await press('Сбросить всё');
    expect(await screen.findByText('Выберите категорию')).toBeDefined();
    expect(router.state.location.search).toEqual({});
    expect(screen.getByRole('button', { name: 'Назад' })).toBeDefined();
  });

  it('choose one of several statuses', async () => {
    const router = await open('/feedbacks');
    await press('Фильтры');
    await userEvent.click(await screen.findByRole('radio', { name: 'Опубликован' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'public' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Все' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('are cards of their own', async () => {
    await open('/news?search=елк');
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('link').getAttribute('href')).toContain('/news/n1');
    expect(card.querySelector('mark')?.textContent).toBe('Ёлк');
    expect(within(card).getByText('Опрос')).toBeDefined();
  });
});

describe('a card', () => {
  it('knows its place in the list and walks it by links and arrow keys', async () => {
    const router = await open('/partners/card/p2?search=коф');
    const nav = await screen.findByRole('navigation', { name: 'Соседние карточки списка' });
    expect(nav.textContent).toBe('2 из 40');
    const next = within(nav).getByRole('link', { name: /Следующая/ });
    expect(next.getAttribute('href')).toMatch(/^\/partners\/card\/p3\?search=/);
    const entries = router.history.length;
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/partners/card/p1'));
    expect(router.state.location.search).toEqual({ search: 'коф' });
    expect(router.history.length).toBe(entries);
  });
});
