import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { defineList, type ListView, type SelectionProps } from '../shared/list/define';
import { choices } from '../shared/list/filters/choices';
import { cityFilter } from '../shared/list/filters/cities';
import { oneOf } from '../shared/list/filters/oneOf';
import { twoWay } from '../shared/list/filters/twoWay';
import { ListPage } from '../shared/list/ListPage';
import { Neighbours } from '../shared/list/Neighbours';
import type { ListQuery, PageOf } from '../shared/list/query';
import { startSession } from '../shared/session/session';
import { renderPages } from './render';
import { jwt } from './tokens';

// Lists that are only declared, to check that they need no code of their own.

type Partner = { uuidPartner: string; name: string; city: string; status: string };

export const partner = (n: number): Partner => ({
  uuidPartner: `p${n}`,
  name: n === 2 ? '<img src=x onerror=alert(1)>' : `Кофейня ${n}`,
  city: 'Тула',
  status: n === 3 ? 'blocked' : 'active',
});

export const fetchPartners =
  vi.fn<(query: ListQuery, signal: AbortSignal) => Promise<PageOf<Partner>>>();
export const findCities = vi.fn(async (_search: string) => [{ value: 'c-1', label: 'Тула' }]);

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

export const published = vi.fn();
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
export const open = (at: string) => renderPages(pages, at);
export const lastQuery = () => fetchPartners.mock.calls.at(-1)?.[0];
export const rows = () => screen.findAllByRole('row');
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Signs in and fills the lists; call before each test. */
export const prepareLists = () => {
  startSession({ access: jwt(), refresh: 'r' });
  findCities.mockClear();
  fetchPartners.mockReset().mockImplementation(async () => ({
    rows: Array.from({ length: 4 }, (_, i) => partner(i + 1)),
    total: 40,
  }));
};
