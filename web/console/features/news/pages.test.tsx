import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { newsCard, newsEvent, newsSurvey } from '../../test/news';
import { renderPages } from '../../test/render';
import { fakeServer, problem, type Seen } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { CardPage } from './CardPage';
import { NewsPage } from './NewsPage';
import { RzdPage } from './RzdPage';

const calls = {
  list: 'PUT /v1/news',
  rzd: 'PUT /v1/news/rzd-bonus',
  card: 'GET /v1/news/n-1',
  remove: 'DELETE /v1/news/n-1',
  move: 'PUT /v1/news/status',
  history: 'GET /v1/audit/news/n-1',
  near: 'PUT /v1/news/neighbours/n-1',
};

type Table = Parameters<typeof fakeServer>[0];
type Changes = Parameters<typeof newsCard>[0];
const cardReply = (changes?: Changes) => ({
  body: newsCard(changes).item,
  headers: { ETag: '"3"' },
});
const listReply = (...items: Changes[]) => ({
  body: items.map((changes) => newsCard(changes).item),
  headers: { 'x-record-count': String(items.length) },
});

async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.list]: listReply({}),
    [calls.card]: cardReply(),
    [calls.history]: { body: [] },
    [calls.near]: { body: { previous: null, next: null, position: 1, total: 1 } },
    [calls.move]: {},
    [calls.remove]: {},
    ...table,
  });
  const pages = {
    '/news': NewsPage,
    '/news/$uuidNews': CardPage,
    '/rzd-bonus': RzdPage,
  };
  return { seen, router: await renderPages(pages, at) };
}

const as = (claims: Record<string, unknown>) => startSession({ access: jwt(claims), refresh: 'r' });
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const sent = (seen: Seen[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);
const toldOf = (words: object) => waitFor(() => expect(getNotices()).toMatchObject([words]));

beforeEach(() => {
  dismissAll();
  as({});
});

describe('the list of news', () => {
  it('shows kind, level, status and owner of an item, and the beginning of its text', async () => {
    const content = `<p>${'Очень длинный текст. '.repeat(30)}</p>`;
    await open('/news', { [calls.list]: listReply({ title: 'Ёлка', approve: 'wait', content }) });
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('link', { name: 'Ёлка' }).getAttribute('href')).toBe('/news/n-1');
    for (const text of ['Новость', 'Региональная', 'На модерации', 'МГУ']) {
      expect(card.getByText(text)).toBeDefined();
    }
    expect(card.getByText(/^Очень длинный текст\./).textContent).toHaveLength(241);
  });

  it('shows when an item that is over was hidden', async () => {
    const over = { approve: 'approved', publishEnd: '2026-07-30 17:59' } as const;
    await open('/news', { [calls.list]: listReply(over) });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Опубликована · Скрыта')).toBeDefined();
    expect(card.getByText('Скрыта с 30.07.2026, 17:59 МСК')).toBeDefined();
  });

  it('unfolds a row by the keyboard: shows its images and all answers, and folds it again with the same key', async () => {
    const photoUrl = ['1', '2'].map((n) => ({ uuidPhoto: n, link: `/files/${n}`, keyFile: n }));
    await open('/news', {
      [calls.list]: listReply({ title: 'Ёлка', photoUrl, hasPooling: true, pooling: newsSurvey() }),
    });
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('heading').getAttribute('title')).toBe('Ёлка');
    expect(card.queryByText('В горы')).toBeNull();
    const unfold = card.getByRole('button', { name: 'Развернуть: Ёлка' });
    unfold.focus();
    await user.keyboard('{Enter}');
    expect(unfold.getAttribute('aria-expanded')).toBe('true');
    for (const text of ['3 голоса', '30 %', '10 %', '1 из 2']) {
      expect(card.getByText(text)).toBeDefined();
    }
    await user.keyboard('{Enter}');
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    expect(card.queryByText('1 из 2')).toBeNull();
  });

  it('shows the leading answer of a survey with its count, and the seats of an event', async () => {
    await open('/news', {
      [calls.list]: listReply(
        { hasPooling: true, pooling: newsSurvey() },
        { uuidNews: 'n-2', hasEvent: true, event: newsEvent() },
        { uuidNews: 'n-3', hasEvent: true, event: newsEvent({ placesCount: null }) },
      ),
    });
    const [survey, event, endless] = (await screen.findAllByRole('article')).map((card) =>
      within(card),
    );
    expect(survey?.getByText('Опрос')).toBeDefined();
    expect(survey?.getByText('Куда поедем?')).toBeDefined();
    for (const text of ['На море', '6 голосов', '60 %']) {
      expect(survey?.getByText(text)).toBeDefined();
    }
    expect(event?.getByText('Мероприятие')).toBeDefined();
    expect(event?.getByText('занято 2 из 50')).toBeDefined();
    expect(endless?.getByText('без ограничений, занято 2')).toBeDefined();
  });

  it('shows a message if there are none', async () => {
    await open('/news', { [calls.list]: listReply() });
    expect(await screen.findByText('Новостей пока нет')).toBeDefined();
  });

  it('has an owner filter for the chairman only', async () => {
    await open('/news');
    await press(/^Фильтры/);
    expect(await screen.findByRole('radio', { name: 'На модерации' })).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'Только мои' })).toBeNull();
  });

  it('can be filtered to foreign items by the chairman', async () => {
    as({ role: 'operator_univer', adminSupportingRole: 'chairman' });
    const { seen } = await open('/news?owner=others');
    await press(/^Фильтры/);
    expect(await screen.findByRole('radio', { name: 'Кроме моих' })).toHaveProperty(
      'checked',
      true,
    );
    expect(sent(seen, calls.list).at(-1)).toMatchObject({ owner: ['others'] });
  });

  it('of the railway bonus uses its own call and has no add button', async () => {
    const { seen } = await open('/rzd-bonus', { [calls.rzd]: listReply({ title: 'Скидка' }) });
    expect(await screen.findByRole('link', { name: 'Скидка' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Добавить новость' })).toBeNull();
    expect(sent(seen, calls.list)).toEqual([]);
  });

  it('offers a retry if it fails to load', async () => {
    let down = true;
    await open('/news', { [calls.list]: () => (down ? problem(503) : listReply({})) });
    await screen.findByRole('alert');
    down = false;
    await press('Повторить');
    expect(await screen.findByRole('article')).toBeDefined();
  });
});

describe('the card of an item', () => {
  it('shows its text, when it is shown and to whom', async () => {
    await open('/news/n-1', {
      [calls.card]: cardReply({
        ...{ title: 'Ёлка', forCourse: 2, tags: ['праздник'], messengers: ['vk'] },
        publishEnd: '2099-12-31 23:59:00',
      }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ёлка' })).toBeDefined();
    for (const text of ['Текст', '2 курс', 'праздник', 'ВКонтакте', '31.12.2099, 23:59 МСК']) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    expect(screen.queryByRole('button', { name: 'Опубликовать' })).toBeNull();
  });

  it('shows the results of a survey with shares and counts', async () => {
    const pooling = newsSurvey();
    await open('/news/n-1', { [calls.card]: cardReply({ hasPooling: true, pooling }) });
    expect(await screen.findByRole('heading', { name: 'Куда поедем?' })).toBeDefined();
    expect(screen.getByText(/^Опрос ещё идёт, до 01\.12\.2099/)).toBeDefined();
    expect(
      screen.getByText('Проголосовали 10 студентов · Студенты не видят результатов'),
    ).toBeDefined();
    expect(screen.getByText('Другое')).toBeDefined();
    expect(screen.getByText(/6 голосов/)).toBeDefined();
  });

  it('shows an event with a link to its participants', async () => {
    const event = newsEvent();
    await open('/news/n-1', { [calls.card]: cardReply({ hasEvent: true, event }) });
    expect(await screen.findByRole('heading', { name: 'Спартакиада' })).toBeDefined();
    expect(screen.getByText('до начала мероприятия')).toBeDefined();
    expect(screen.getByText('Казань, ул. Баумана, 5')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Участники' });
    expect(link.getAttribute('href')).toBe('/news/n-1/showStudents');
  });

  it('shows why it was declined and what its author can do', async () => {
    await open('/news/n-1', {
      [calls.card]: cardReply({ approve: 'declined', reasonDeclined: 'Нет дат' }),
    });
    expect(await screen.findByText('Нет дат')).toBeDefined();
    expect(screen.getByText(/снова уйдёт на модерацию/)).toBeDefined();
  });

  it('shows the message of the rules with the error number if it fails to load', async () => {
    let down = true;
    const failure = { status: 500, body: { title: 'x', status: 500, errorId: 'A1B2' } };
    await open('/news/n-1', { [calls.card]: () => (down ? failure : cardReply()) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Произошла ошибка загрузки новости');
    down = false;
    await press('Повторить');
    expect(await screen.findByRole('region', { name: 'Публикация' })).toBeDefined();
  });
});

describe('a decision about an item', () => {
  const waiting = cardReply({ approve: 'wait', canEdit: false, moves: ['approved', 'declined'] });

  it('publishes the version that was loaded', async () => {
    let version: string | null = null;
    const { seen } = await open('/news/n-1', {
      [calls.card]: waiting,
      [calls.move]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    await press('Опубликовать');
    await toldOf({ title: 'Новость опубликована' });
    expect(sent(seen, calls.move)).toEqual([{ uuidNews: 'n-1', approve: 'approved' }]);
    expect(version).toBe('"3"');
  });

  it('declines it with a reason', async () => {
    const { seen } = await open('/news/n-1', { [calls.card]: waiting });
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog', { name: 'Отклонить новость?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Другая причина' }), 'Нет дат');
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await toldOf({ title: 'Новость отклонена' });
    expect(sent(seen, calls.move)).toEqual([
      { uuidNews: 'n-1', approve: 'declined', reasonText: 'Нет дат' },
    ]);
  });

  it('that comes second shows the first one', async () => {
    await open('/news/n-1', {
      [calls.card]: waiting,
      [calls.move]: problem(409, 'Новость уже отклонена.'),
    });
    await press('Опубликовать');
    await toldOf({ tone: 'error', text: 'Новость уже отклонена.' });
  });

  it('warns that a federal item stays blocked', async () => {
    const { seen } = await open('/news/n-1', {
      [calls.card]: cardReply({ typeNews: 'federal', moves: ['blocked'] }),
    });
    await press('Заблокировать');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Федеральную новость нельзя будет разблокировать.');
    await confirm('Заблокировать');
    await toldOf({ title: 'Новость заблокирована' });
    expect(sent(seen, calls.move)).toEqual([{ uuidNews: 'n-1', approve: 'blocked' }]);
  });

  it('returns a blocked item to moderation', async () => {
    const { seen } = await open('/news/n-1', {
      [calls.card]: cardReply({ approve: 'blocked', moves: ['wait'] }),
    });
    await press('Разблокировать');
    await toldOf({ title: 'Новость разблокирована и снова на модерации' });
    expect(sent(seen, calls.move)).toEqual([{ uuidNews: 'n-1', approve: 'wait' }]);
  });

  it('deletes the item with its votes and returns to the list', async () => {
    const pooling = newsSurvey();
    const { router } = await open('/news/n-1', {
      [calls.card]: cardReply({ hasPooling: true, pooling }),
    });
    await press('Удалить');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Вместе с ней удалятся голоса и записи участников.');
    await confirm('Удалить');
    await toldOf({ title: 'Новость удалена' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/news'));
  });

  it('stays on the card when deleting fails', async () => {
    const { router } = await open('/news/n-1', { [calls.remove]: problem(500) });
    await press('Удалить');
    await confirm('Удалить');
    await toldOf({ tone: 'error', text: expect.stringMatching(/^Произошла ошибка удаления/) });
    expect(router.state.location.pathname).toBe('/news/n-1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
