import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { partnerWire } from '../../test/partners';
import { renderPages } from '../../test/render';
import { fakeServer, problem, type Seen } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { cardPage } from './card/CardPage';
import { DiscountsTab } from './discounts/DiscountsTab';
import { ReviewsTab } from './feedback/ReviewsTab';
import { PointsTab } from './points/PointsTab';

const calls = {
  card: 'GET /v2/partner/p-1',
  history: 'GET /v1/audit/partner/p-1',
  near: 'PUT /v1/partner/neighbours/p-1',
  move: 'PUT /v1/partner/p-1/status',
  addDiscount: 'POST /v1/discount',
  saveDiscount: 'PUT /v1/discount/d-1',
  deleteDiscount: 'DELETE /v1/discount/d-2',
  points: 'PUT /v1/salepoint/p-1',
  addresses: 'PUT /v1/salepoint/p-1/c-1',
  editPoint: 'PUT /v2/partner/points/edit',
  reviews: 'PUT /v2/partner/comments/list',
};

type Table = Parameters<typeof fakeServer>[0];
const card = (changes: Parameters<typeof partnerWire>[0] = {}) => ({
  body: partnerWire(changes),
  headers: { ETag: '"7"' },
});

async function open(at: string, table: Table = {}, page = cardPage()) {
  const seen = fakeServer({
    [calls.card]: card(),
    [calls.history]: { body: [] },
    [calls.near]: { body: { previous: null, next: null, position: 0, total: 0 } },
    ...table,
  });
  await renderPages({ '/partners/card/$uuidPartner': page }, at);
  await screen.findByRole('heading', { level: 1, name: /Кофейня/ });
  return seen;
}

// Renders one tab, because role queries are slow on the whole card.
async function openTab(tab: ReactNode, table: Table = {}) {
  const seen = fakeServer(table);
  await renderPages({ '/': () => tab });
  return seen;
}
const press = async (label: string) => user.click(await screen.findByLabelText(label));
const pressText = async (text: string) => user.click(await screen.findByText(text));
const dialog = () => screen.findByRole('dialog');
const inDialog = async (text: string) => user.click(within(await dialog()).getByText(text));
const sent = (seen: Seen[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
});

describe('a partner’s card', () => {
  it('shows everything, formatted text without scripts and a hostile link as text', async () => {
    await open('/partners/card/p-1');
    for (const text of ['Активен', '4,0', '+7 912 345-67-89', '05.11.2026', '7729082090']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect((await screen.findByText('кофе')).tagName).toBe('STRONG');
    expect(document.querySelector('script')).toBeNull();
    expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
    expect(screen.getByRole('link', { name: 'ezh@example.ru' }).getAttribute('href')).toBe(
      'mailto:ezh@example.ru',
    );
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Скидки2',
      'Торговые точки3',
      'Фотографии заведения1',
      'Отзывы1',
      'Жалобы0',
      'Вакансии1',
    ]);
  });

  it('shows a warning in its title while something is missing', async () => {
    await open('/partners/card/p-1', { [calls.card]: card({ countSalePoints: 0 }) });
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Кофейня «Ёж»: нет торговых точек');
    expect(title.dataset.warns).toBe('true');
  });

  it('places a tab of another area after the discounts', async () => {
    const page = cardPage(({ countStocks }) => ({
      id: 'stocks',
      label: 'Акции',
      count: countStocks,
      panel: () => <p>здесь акции</p>,
    }));
    await open('/partners/card/p-1?tab=stocks', {}, page);
    expect(screen.getByText('здесь акции')).toBeDefined();
    expect(screen.getAllByRole('tab')[1]?.textContent).toBe('Акции0');
  });

  it('is blocked with the loaded version', async () => {
    let version: string | null = null;
    const seen = await open('/partners/card/p-1', {
      [calls.move]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    await pressText('Заблокировать');
    await inDialog('Заблокировать');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Партнёр заблокирован' }]));
    expect(sent(seen, calls.move)).toEqual([
      { status: 'blocked', reasonBlocked: 'Расторжение / окончание договора' },
    ]);
    expect(version).toBe('"7"');
  });

  it('is unblocked without a question', async () => {
    const seen = await open('/partners/card/p-1', {
      [calls.card]: card({ status: 'blocked', reasonBlocked: 'Долг' }),
      [calls.move]: {},
    });
    expect(screen.getByText('Долг')).toBeDefined();
    await pressText('Разблокировать');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Партнёр разблокирован' }]));
    expect(sent(seen, calls.move)).toEqual([{ status: 'active' }]);
  });
});

describe('a decision that is double-clicked or fails', () => {
  it('is sent once', async () => {
    const seen = await open('/partners/card/p-1', {
      [calls.card]: card({ status: 'blocked', reasonBlocked: 'Долг' }),
      [calls.move]: {},
    });
    const button = screen.getByText('Разблокировать');
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Партнёр разблокирован' }]));
    expect(sent(seen, calls.move)).toHaveLength(1);
  });

  it('deletes once', async () => {
    const seen = await openTab(<DiscountsTab partner={partnerWire()} />, {
      [calls.deleteDiscount]: {},
    });
    await press('Удалить скидку: Десерт');
    const button = within(await dialog()).getByText('Удалить');
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Скидка удалена' }]));
    expect(sent(seen, calls.deleteDiscount)).toHaveLength(1);
  });

  it('keeps its reason and can be retried', async () => {
    let status = 500;
    await open('/partners/card/p-1', { [calls.move]: () => problem(status, 'Уже решено.') });
    await pressText('Заблокировать');
    const reason = within(await dialog()).getByRole<HTMLTextAreaElement>('textbox');
    await user.type(reason, 'Закрылись');
    await inDialog('Заблокировать');
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    await waitFor(() => expect(reason.disabled).toBe(false));
    expect(reason.value).toBe('Закрылись');
    status = 409;
    await inDialog('Заблокировать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('discounts', () => {
  it('send only the value of the chosen kind', async () => {
    const seen = await openTab(<DiscountsTab partner={partnerWire()} />, {
      [calls.saveDiscount]: {},
    });
    await press('Редактировать скидку: 10,5 %');
    await user.click(within(await dialog()).getByText('Подарок или условие'));
    await user.type(screen.getByLabelText(/^Что получит/), ' Кофе ');
    await inDialog('Сохранить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Скидка сохранена' }]));
    expect(sent(seen, calls.saveDiscount)).toEqual([
      { type: 'free', size: '', name: 'Кофе', description: 'На всё меню' },
    ]);
  });

  it('show a server error or the limit of three in the dialog', async () => {
    let status = 500;
    await openTab(<DiscountsTab partner={partnerWire()} />, {
      [calls.addDiscount]: () => problem(status, 'У партнёра может быть не больше трёх скидок.'),
    });
    await pressText('Добавить скидку');
    await user.type(screen.getByLabelText(/^Размер скидки/), '5');
    await user.type(screen.getByLabelText(/^Описание/), 'x');
    await inDialog('Сохранить');
    expect((await screen.findByRole('alert')).textContent).toBe('Ошибка сервера');
    status = 409;
    await inDialog('Сохранить');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('трёх скидок'));
    expect(getNotices()).toEqual([]);
  });

  it('cannot be added beyond three', async () => {
    const { discounts } = partnerWire();
    const third = { ...discounts[0], uuidDiscount: 'd-3' } as (typeof discounts)[number];
    await openTab(<DiscountsTab partner={partnerWire({ discounts: [...discounts, third] })} />);
    expect(screen.getByText('У партнёра может быть не больше трёх скидок.')).toBeDefined();
    expect(screen.queryByText('Добавить скидку')).toBeNull();
  });

  it('are deleted after a confirmation that names them', async () => {
    const seen = await openTab(<DiscountsTab partner={partnerWire()} />, {
      [calls.deleteDiscount]: {},
    });
    await press('Удалить скидку: Десерт');
    expect((await dialog()).textContent).toContain('«Десерт»');
    await inDialog('Удалить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Скидка удалена' }]));
    expect(sent(seen, calls.deleteDiscount)).toHaveLength(1);
  });
});

describe('trade points', () => {
  const point = {
    uuidSalePoint: 's-1',
    idSalePoint: 1,
    address: 'ул. Ёлочная, 1',
    workTime: 'круглый год',
    timeWork: null,
    geo: null,
    version: 'v1',
  };
  const city = {
    uuidCity: 'c-1',
    nameCity: 'Москва',
    countSalePoints: 3,
    salePoints: [{ letter: 'Е', points: [point] }],
  };
  const more = ['2', '3'].map((n) => ({
    ...point,
    uuidSalePoint: `s-${n}`,
    address: `ул. Зимняя, ${n}`,
  }));
  const whole = { ...city, salePoints: [...city.salePoints, { letter: 'З', points: more }] };
  const table: Table = {
    [calls.points]: { body: [city], headers: { 'x-record-count': '1' } },
    [calls.addresses]: { body: [whole] },
    'GET /v1/map/config': { body: { tiles: null, attribution: null } },
    'GET /v1/geo/search': { body: [] },
  };

  it('load a hundred cities with five points each, and the others on demand', async () => {
    const seen = await openTab(<PointsTab partner={partnerWire()} />, table);
    expect(await screen.findByText('ул. Ёлочная, 1')).toBeDefined();
    expect(screen.getByText('3 точки в 1 городе')).toBeDefined();
    expect(sent(seen, calls.points)).toEqual([
      { groupByAlphabet: true, limitPoint: 5, emptyCity: false },
    ]);
    expect(sent(seen, calls.addresses)).toEqual([]);
    await press('Показать ещё адреса: Москва');
    expect(await screen.findByText('ул. Зимняя, 2')).toBeDefined();
    expect(screen.queryByLabelText('Показать ещё адреса: Москва')).toBeNull();
  });

  it('offer a retry if the other addresses fail to load', async () => {
    let broken = true;
    await openTab(<PointsTab partner={partnerWire()} />, {
      ...table,
      [calls.addresses]: () => (broken ? problem(404, 'Нет') : { body: [whole] }),
    });
    await press('Показать ещё адреса: Москва');
    const retry = await screen.findByText('Повторить');
    expect(screen.getByText('ул. Ёлочная, 1')).toBeDefined();
    broken = false;
    await user.click(retry);
    expect(await screen.findByText('ул. Зимняя, 2')).toBeDefined();
  });

  it('keep text-only hours when another field changes', async () => {
    const seen = await openTab(<PointsTab partner={partnerWire()} />, {
      ...table,
      [calls.editPoint]: {},
    });
    await press('Редактировать точку: ул. Ёлочная, 1');
    expect(screen.getByText('Сейчас указано текстом: круглый год')).toBeDefined();
    const address = screen.getByRole('combobox', { name: /^Адрес/ });
    await user.clear(address);
    expect(screen.getByText('Сохранить').closest('button')?.disabled).toBe(true);
    await user.type(address, 'ул. Новая, 2');
    await inDialog('Сохранить');
    await waitFor(() =>
      expect(getNotices()).toMatchObject([
        { title: 'Готово', text: 'Торговая точка успешно сохранена' },
      ]),
    );
    expect(sent(seen, calls.editPoint)).toEqual([
      [
        {
          ...{ uuidSalePoint: 's-1', version: 'v1' },
          ...{ address: 'ул. Новая, 2', workTime: 'круглый год', geo: null },
        },
      ],
    ]);
  });

  it('do not report a missing map while the settings load', async () => {
    let answer: (reply: { body: unknown }) => void = () => undefined;
    await openTab(<PointsTab partner={partnerWire()} />, {
      ...table,
      'GET /v1/map/config': () => new Promise((resolve) => (answer = resolve)),
    });
    await press('Редактировать точку: ул. Ёлочная, 1');
    await import('../../shared/map/PointMap');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/Карта не подключена/)).toBeNull();
    answer({ body: { tiles: null, attribution: null } });
    expect(await screen.findByText(/Карта не подключена/)).toBeDefined();
  });

  it('keep the addresses of a new city after going back to the city step', async () => {
    await openTab(<PointsTab partner={partnerWire()} />, {
      ...table,
      'PUT /v1/city': { body: [{ uuid: 'c-2', name: 'Тверь' }] },
    });
    await pressText('Добавить город');
    await user.type(await screen.findByRole('combobox', { name: /^Город/ }), 'Тв');
    await user.click(await screen.findByRole('option', { name: 'Тверь' }));
    await pressText('Далее');
    await user.type(await screen.findByRole('combobox', { name: /^Адрес/ }), 'ул. Новая, 2');
    await user.click(screen.getByText('Назад'));
    expect(screen.queryByRole('combobox', { name: /^Адрес/ })).toBeNull();
    await pressText('Далее');
    expect(await screen.findByRole('combobox', { name: /^Адрес/ })).toHaveProperty(
      'value',
      'ул. Новая, 2',
    );
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Закрыть без сохранения?')).toBeDefined();
  });

  it('close the dialog if the addresses fail to load', async () => {
    await openTab(<PointsTab partner={partnerWire()} />, {
      ...table,
      [calls.addresses]: problem(404),
    });
    await press('Все адреса: Москва');
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: 'Не найдено.' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('reviews are loaded page by page', async () => {
  const row = (i: number) => ({
    commentInfo: {
      ...{ uuidComment: `r-${i}`, comment: `Отзыв ${i}`, createdAt: '2026-11-05 10:00:00' },
      ...{ likes: i, rating: 5, status: 'public' },
    },
    userCommentInfo: { photo: null, name: 'Анна', surname: 'Ёлкина' },
  });
  await openTab(<ReviewsTab partner={partnerWire({ status: 'blocked' })} />, {
    [calls.reviews]: (request) => {
      const from = Number(request.headers.get('X-Offset'));
      const body = Array.from({ length: from === 0 ? 20 : 3 }, (_, i) => row(from + i));
      return { body, headers: { 'x-record-count': '23' } };
    },
  });
  expect(await screen.findByText('Отзыв 19')).toBeDefined();
  // Students see no reviews of a blocked partner.
  expect(screen.getAllByText('Скрыт')).toHaveLength(20);
  expect(screen.queryByText('Отзыв 22')).toBeNull();
  await pressText('Показать ещё');
  expect(await screen.findByText('Отзыв 22')).toBeDefined();
  expect(screen.queryByText('Показать ещё')).toBeNull();
});
