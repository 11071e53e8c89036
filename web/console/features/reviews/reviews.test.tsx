import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { CardPage } from './CardPage';
import { ReviewsPage } from './ReviewsPage';
import type { Review, Row } from './wire';

const row = (n: number, changes: Partial<Row> = {}): Row => ({
  uuidComment: `r-${n}`,
  surname: 'Иванова',
  name: `Анна${n}`,
  patronymic: null,
  comment: `Отзыв ${n}`,
  rating: 4,
  partnerName: 'Кафе «Зачёт»',
  partnerStatus: 'active',
  nameUniversity: 'МГУ',
  nameCity: 'Москва',
  createdAt: '2026-11-15 12:00:00',
  status: 'moderation',
  answered: false,
  deletedAt: null,
  ...changes,
});

const review = (changes: Partial<Review> = {}): Review => ({
  uuid: 'r-1',
  status: 'moderation',
  rating: 4,
  comment: 'Вкусно',
  createdAt: '2026-11-05 12:00:00',
  likes: 0,
  uuidPartner: 'p-1',
  partnerName: 'Кафе «Зачёт»',
  partnerStatus: 'active',
  studentInfo: {
    uuidUser: 's-1',
    photo: null,
    surname: 'Иванова',
    name: 'Анна',
    patronymic: null,
    phone: '79161234567',
    linkvk: null,
    linktg: 'https://t.me/anna',
    nameCity: 'Москва',
    nameUniversity: 'МГУ',
    startEducation: 2024,
    endEducation: 2028,
  },
  answerInfo: null,
  ...changes,
});
const answerInfo = { uuidAnswer: 'a-1', answer: 'Рады', updatedAt: '2026-11-06 10:20:30' };

const calls = {
  list: 'PUT /v1/comments/list',
  card: 'GET /v1/comments/r-1',
  near: 'PUT /v1/comments/neighbours/r-1',
  history: 'GET /v1/audit/review/r-1',
  status: 'PUT /v1/comments/status',
  remove: 'DELETE /v1/comments/delete',
  removeOne: 'DELETE /v1/comments/r-1',
  restore: 'PUT /v1/comments/restore',
  answer: 'POST /v1/comments/answer',
  edit: 'PUT /v1/comments/answer',
  templates: 'GET /v1/comments/templates',
};

const pages = { '/feedbacks': ReviewsPage, '/feedback/$uuidComment': CardPage };

type Table = Parameters<typeof fakeServer>[0];
async function open(at: string, table: Table = {}) {
  const versions: (string | null)[] = [];
  const save = (request: Request) => {
    versions.push(request.headers.get('If-Match'));
    return { body: {} };
  };
  const seen = fakeServer({
    [calls.list]: { body: [row(1), row(2), row(3)], headers: { 'x-record-count': '40' } },
    [calls.card]: { body: review(), headers: { etag: '"7"' } },
    [calls.near]: { body: { previous: null, next: 'r-2', position: 1, total: 40 } },
    [calls.history]: { body: [] },
    [calls.status]: save,
    [calls.remove]: { body: {} },
    [calls.removeOne]: { body: {} },
    [calls.restore]: { body: {} },
    [calls.answer]: { body: { uuidAnswer: 'a-1' } },
    [calls.edit]: save,
    [calls.templates]: {
      body: [{ uuidTemplate: 't-1', name: 'Спасибо', text: '{имя}, {партнёр} благодарит' }],
    },
    ...table,
  });
  const router = await renderPages(pages, at);
  const bodies = (call: string) => seen.filter((one) => one.call === call).map(({ body }) => body);
  return { router, versions, bodies };
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const inDialog = async (name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const tick = async (n: number) =>
  user.click(await screen.findByRole('checkbox', { name: `Выбрать: Иванова Анна${n}` }));
const tickPage = async () => {
  await screen.findByRole('link', { name: /Анна1/ }); // until then there is nothing to tick
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
};
const notices = () => getNotices().map(({ title, text }) => text ?? title);
const answerField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш ответ' });

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r1' });
});

describe('a selection', () => {
  it('is published after a confirmation (rules 10.4), and then ends', async () => {
    const { bodies } = await open('/feedbacks');
    await tick(1);
    await tick(3);
    await press('Опубликовать');
    const dialog = await screen.findByRole('dialog', { name: 'Опубликовать отзывы' });
    within(dialog).getByText('Вы уверены, что хотите опубликовать все выбранные отзывы?');
    await inDialog('Опубликовать');
    await waitFor(() => expect(notices()).toEqual(['Опубликованы 2 отзыва']));
    expect(bodies(calls.status)).toEqual([{ uuidComments: ['r-1', 'r-3'], status: 'public' }]);
    await screen.findByText(/Найдено: 40/);
    expect(bodies(calls.list).length).toBeGreaterThan(1);
  });

  it('tells of its success also when its rows leave the list', async () => {
    let listed = 0;
    await open('/feedbacks?status=moderation', {
      [calls.list]: () => {
        listed += 1;
        const rows = listed === 1 ? [row(1)] : [];
        return { body: rows, headers: { 'x-record-count': String(rows.length) } };
      },
    });
    await tick(1);
    await press('Опубликовать');
    await inDialog('Опубликовать');
    await waitFor(() => expect(notices()).toEqual(['Опубликован 1 отзыв']));
    expect(await screen.findByText('Ничего не найдено')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves out what is public already, and says how many', async () => {
    const rows = [row(1), { ...row(2), status: 'public' }, row(3)];
    const { bodies } = await open('/feedbacks', {
      [calls.list]: { body: rows, headers: { 'x-record-count': '3' } },
    });
    await tickPage();
    await press('Опубликовать');
    const dialog = await screen.findByRole('dialog', { name: 'Опубликовать отзывы' });
    within(dialog).getByText(/2 отзыва.*Уже опубликованы и останутся как есть: 1/);
    await inDialog('Опубликовать');
    await waitFor(() => expect(notices()).toEqual(['Опубликованы 2 отзыва']));
    expect(bodies(calls.status)).toEqual([{ uuidComments: ['r-1', 'r-3'], status: 'public' }]);
    await tick(2);
    const publish = screen.getByRole('button', { name: 'Опубликовать' });
    expect(publish).toHaveProperty('disabled', true);
  });

  it('of all that is found leaves out what is public too', async () => {
    const { bodies } = await open('/feedbacks?answered=no', {
      [calls.list]: async (request) => {
        const { status } = await request.json();
        return {
          body: [row(1), row(2), row(3)],
          headers: { 'x-record-count': status === 'public' ? '11' : '40' },
        };
      },
      [calls.status]: { body: { skipped: 12 } }, // one more since it was asked
    });
    await tickPage();
    await press('Выбрать все найденные: 40');
    await press('Опубликовать');
    const dialog = await screen.findByRole('dialog', { name: 'Опубликовать отзывы' });
    within(dialog).getByText(/29 отзывов.*Уже опубликованы и останутся как есть: 11/);
    await inDialog('Опубликовать');
    await waitFor(() => expect(notices()).toEqual(['Опубликовано 28 отзывов']));
    const filter = { searchString: '', answered: false };
    expect(bodies(calls.status)).toEqual([
      { filter, expected: 40, status: 'public', skipUnchanged: true },
    ]);
  });

  it('of all that is found cannot be published where all is public', async () => {
    await open('/feedbacks?status=public');
    await tickPage();
    await press('Выбрать все найденные: 40');
    expect(screen.getByRole('button', { name: 'Опубликовать' })).toHaveProperty('disabled', true);
  });

  it('stays ticked when the server refuses', async () => {
    const detail = 'Не у всех выбранных отзывов можно изменить статус.';
    await open('/feedbacks', { [calls.status]: problem(409, detail) });
    await tick(2);
    await press('Опубликовать');
    await inDialog('Опубликовать');
    await waitFor(() => expect(notices()).toEqual([detail]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Выбрано: 1')).toBeDefined();
  });

  it('grows to all that is found, and says so to the server with the total', async () => {
    const { bodies } = await open('/feedbacks?status=moderation&answered=no&search=кофе');
    await tickPage();
    await press('Выбрать все найденные: 40');
    expect(screen.getByText('Выбрано: 40')).toBeDefined();
    await press('Удалить');
    const dialog = await screen.findByRole('dialog', { name: 'Удалить отзывы' });
    within(dialog).getByText('Вы уверены, что хотите удалить все выбранные отзывы?');
    await inDialog('Удалить');
    await waitFor(() => expect(notices()).toEqual(['Удалено 40 отзывов']));
    const filter = { searchString: 'кофе', status: 'moderation', answered: false };
    expect(bodies(calls.remove)).toEqual([{ filter, expected: 40 }]);
  });

  it('shrinks to the page again when one row is unticked', async () => {
    const { bodies } = await open('/feedbacks');
    await tickPage();
    await press('Выбрать все найденные: 40');
    await tick(2);
    expect(screen.getByText('Выбрано: 2')).toBeDefined();
    await press('Удалить');
    await inDialog('Удалить');
    await waitFor(() => expect(bodies(calls.remove)).toEqual([{ uuidComments: ['r-1', 'r-3'] }]));
  });

  it('is told where all that is found is too much', async () => {
    await open('/feedbacks', {
      [calls.list]: { body: [row(1)], headers: { 'x-record-count': '5001' } },
    });
    await tick(1);
    expect(screen.getByText(/Выбрать все найденные нельзя/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Выбрать все найденные/ })).toBeNull();
  });

  it('of deleted ones is restored; they have no card', async () => {
    const gone = row(1, { deletedAt: '2026-11-14 10:00:00' });
    const { bodies } = await open('/feedbacks?deleted=yes', {
      [calls.list]: { body: [gone], headers: { 'x-record-count': '1' } },
    });
    await screen.findByText('Удалён 14.11.2026');
    expect(screen.queryByRole('link', { name: /Иванова/ })).toBeNull();
    await tick(1);
    expect(screen.queryByRole('button', { name: 'Опубликовать' })).toBeNull();
    await press('Восстановить');
    await waitFor(() => expect(bodies(calls.restore)).toEqual([{ uuidComments: ['r-1'] }]));
    expect(bodies(calls.list)[0]).toMatchObject({ deleted: true });
  });
});

describe('a card', () => {
  it('names the partner and the day, and shows the student', async () => {
    await open('/feedback/r-1');
    await screen.findByRole('heading', { name: 'Отзыв для Кафе «Зачёт» от 05.11.2026' });
    expect(screen.getByRole('img', { name: 'Оценка: 4 из 5' })).toBeDefined();
    expect(screen.getByText('+7 916 123 45 67')).toBeDefined();
    expect(screen.getByText('-')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Иванова Анна' });
    expect(link.getAttribute('href')).toBe('/card/s-1');
  });

  it('has no link to the student for a role without students', async () => {
    startSession({ access: jwt({ role: 'operator_univer' }), refresh: 'r1' });
    await open('/feedback/r-1');
    await screen.findByText('Иванова Анна');
    expect(screen.queryByRole('link', { name: 'Иванова Анна' })).toBeNull();
  });

  it('is decided about at the version that was seen', async () => {
    const { versions, bodies } = await open('/feedback/r-1');
    await press('Отклонить');
    await waitFor(() => expect(notices()).toEqual(['Отзыв отклонён']));
    expect(bodies(calls.status)).toEqual([{ uuidComments: ['r-1'], status: 'rejected' }]);
    expect(versions).toEqual(['"7"']);
  });

  it('leads back to the list when it is deleted', async () => {
    const { router } = await open('/feedback/r-1?status=moderation');
    await press('Удалить');
    await inDialog('Удалить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/feedbacks'));
    expect(router.state.location.search).toEqual({ status: 'moderation' });
  });
});

describe('an answer', () => {
  it('counts what is left, takes no more, and warns of contacts', async () => {
    const { bodies } = await open('/feedback/r-1');
    await press('Ответить');
    await screen.findByRole('dialog', { name: 'Ответить на отзыв' });
    expect(screen.getByText('Осталось символов: 1 000')).toBeDefined();
    const field = await answerField();
    await user.click(field);
    await user.paste('а'.repeat(1005));
    expect(field).toHaveProperty('value', 'а'.repeat(1000));
    expect(screen.getByText(/остальное не вошло/)).toBeDefined();
    expect(screen.getByText('Осталось символов: 0')).toBeDefined();
    await user.keyboard('б');
    expect(field).toHaveProperty('value', 'а'.repeat(1000));
    expect(screen.queryByText(/остальное не вошло/)).toBeNull();
    await user.clear(field);
    await user.type(field, 'Почта a@b.ru');
    expect(screen.getByText('Осталось символов: 988')).toBeDefined();
    expect(screen.getByText(/есть адрес электронной почты/)).toBeDefined();
    await inDialog('Сохранить'); // a warning is no refusal
    await waitFor(() => expect(notices()).toEqual(['Ответ сохранён']));
    expect(bodies(calls.answer)).toEqual([{ uuidComment: 'r-1', answer: 'Почта a@b.ru' }]);
  });

  it('must say something', async () => {
    const { bodies } = await open('/feedback/r-1');
    await press('Ответить');
    await inDialog('Сохранить');
    expect(await screen.findByText('Напишите ответ')).toBeDefined();
    expect(bodies(calls.answer)).toEqual([]);
  });

  it('comes from a template with the names put in', async () => {
    await open('/feedback/r-1');
    await press('Ответить');
    await press('Заготовки');
    await user.click(await screen.findByRole('menuitem', { name: /^Спасибо/ }));
    expect((await answerField()).value).toBe('Анна, Кафе «Зачёт» благодарит');
  });

  it('stays in the form when somebody else has answered', async () => {
    const detail = 'На этот отзыв уже ответили. Обновите страницу.';
    await open('/feedback/r-1', { [calls.answer]: problem(409, detail) });
    await press('Ответить');
    await user.type(await answerField(), 'Мой ответ');
    await inDialog('Сохранить');
    expect(await screen.findByText(detail)).toBeDefined();
    expect((await answerField()).value).toBe('Мой ответ');
  });

  it('is not dropped by the cross, nor by a click outside', async () => {
    await open('/feedback/r-1');
    await press('Ответить');
    await user.type(await answerField(), 'Мой ответ');
    for (const part of ['.mantine-Modal-close', '.mantine-Modal-overlay']) {
      await user.click(document.querySelector(part) as Element);
      await user.click(await screen.findByRole('button', { name: 'Вернуться' }));
    }
    expect((await answerField()).value).toBe('Мой ответ');
  });

  it('shows at once what somebody else has saved', async () => {
    let saved = 'Рады';
    await open('/feedback/r-1', {
      [calls.card]: () => ({
        body: review({ answerInfo: { ...answerInfo, answer: saved } }),
        headers: { etag: `"${saved.length}"` },
      }),
      [calls.edit]: () => {
        saved = 'Рады и ждём';
        return problem(409, 'Данные уже изменены.');
      },
    });
    await press('Редактировать ответ');
    await user.type(await answerField(), ' вам');
    await inDialog('Изменить');
    await user.click(await screen.findByRole('button', { name: 'Загрузить изменения' }));
    expect(await screen.findByText('Сейчас сохранено: Рады и ждём')).toBeDefined();
    expect((await answerField()).value).toBe('Рады вам');
  });

  it('is edited at its version; there is no second one', async () => {
    const { versions, bodies } = await open('/feedback/r-1', {
      [calls.card]: { body: review({ answerInfo }), headers: { etag: '"8"' } },
    });
    await screen.findByText('Обновлён 06.11.2026, 10:20');
    expect(screen.queryByRole('button', { name: 'Ответить' })).toBeNull();
    await press('Редактировать ответ');
    await screen.findByRole('dialog', { name: 'Редактировать отзыв' });
    await user.type(await answerField(), ' вам');
    await inDialog('Изменить');
    await waitFor(() => expect(notices()).toEqual(['Ответ изменён']));
    expect(bodies(calls.edit)).toEqual([{ uuidAnswer: 'a-1', answer: 'Рады вам' }]);
    expect(versions).toEqual(['"8"']);
  });
});
