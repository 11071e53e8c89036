import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../shared/history/record';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { AddPage } from './AddPage';
import { CategoryPage } from './CategoryPage';
import { KnowledgePage } from './KnowledgePage';
import { QuestionPage } from './QuestionPage';
import { t } from './texts';
import type { Question } from './wire';

const categories = [
  { uuidCategory: 'c-1', name: 'Стипендии', countQuestions: 2 },
  { uuidCategory: 'c-2', name: 'Общежития', countQuestions: 0 },
];

const question = (n: number, changes: Partial<Question> = {}): Question => ({
  uuidQuestion: `q-${n}`,
  uuid_category: 'c-1',
  question: `Вопрос ${n}`,
  answer: `Ответ ${n}`,
  owner: 'u-1',
  shortNameUniversity: 'МГУ',
  votes_plus: n,
  votes_minus: 1,
  votes_all: n + 1,
  created_at: '2026-11-15 12:00:00',
  can_edit: true,
  ...changes,
});
const foreign = question(3, { owner: 'admin', shortNameUniversity: null, can_edit: false });

const edited: Record<string, Change> = {
  question: { from: 'Было', to: 'Вопрос 1' },
  answer: { from: 'а', to: 'б' },
};
const history = [
  {
    at: '2026-11-15 12:34:56',
    operator: 'Кузнецов Павел',
    action: 'knowledge.save',
    reason: null,
    changes: edited,
  },
  {
    at: '2026-11-14 10:00:00',
    operator: '',
    action: 'knowledge.create',
    reason: null,
    changes: {},
  },
];

const calls = {
  categories: 'GET /v1/knowledge/category',
  list: 'GET /v1/knowledge/questions',
  card: 'GET /v1/knowledge/question/q-1',
  near: 'GET /v1/knowledge/question/neighbours/q-1',
  history: 'GET /v1/audit/question/q-1',
  add: 'POST /v1/knowledge/question',
  save: 'PUT /v1/knowledge/question',
  remove: 'DELETE /v1/knowledge/question',
};

const pages = {
  '/knowledge': KnowledgePage,
  '/knowledge/add': AddPage,
  '/knowledge/$categoryID': CategoryPage,
  '/knowledge/$categoryID/add': AddPage,
  '/knowledge/$categoryID/$questionID': QuestionPage,
};

type Table = Parameters<typeof fakeServer>[0];
async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.categories]: { body: { data: categories, total: 2 } },
    [calls.list]: {
      body: [question(1), question(2), foreign],
      headers: { 'x-record-count': '3' },
    },
    [calls.card]: { body: question(1), headers: { etag: '"7"' } },
    [calls.history]: { body: history },
    [calls.near]: { body: { previous: null, next: 'q-2', position: 1, total: 3 } },
    ...table,
  });
  const router = await renderPages(pages, at);
  const bodies = (call: string) => seen.filter((one) => one.call === call).map(({ body }) => body);
  return { router, seen, bodies };
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const inDialog = async (name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const notices = () => getNotices().map(({ title, text }) => text ?? title);

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r1' });
});

describe('the categories', () => {
  it('are listed with counts and link to their questions', async () => {
    await open('/knowledge');
    const link = await screen.findByRole('link', { name: /Стипендии/ });
    expect(link.textContent).toBe('Стипендии2 вопроса');
    expect(link.getAttribute('href')).toBe('/knowledge/c-1');
    const add = screen.getByRole('link', { name: 'Добавить вопрос/акт' });
    expect(add.getAttribute('href')).toBe('/knowledge/add');
  });

  it('show a message for an unknown category', async () => {
    await open('/knowledge/c-9');
    expect(await screen.findByText('Такой категории нет')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ко всем категориям' })).toBeDefined();
  });
});

describe('the questions of a category', () => {
  it('show owner, votes and date; foreign ones cannot be selected', async () => {
    const { seen } = await open('/knowledge/c-1');
    const link = await screen.findByRole('link', { name: 'Вопрос 1' });
    expect(link.getAttribute('href')).toBe('/knowledge/c-1/q-1');
    const row = link.closest('tr');
    expect(row?.textContent).toBe('Вопрос 1СтипендииМГУ11215.11.2026');
    expect(within(row as HTMLElement).getByRole('img', { name: 'За: 1, против: 1' })).toBeDefined();
    expect(screen.getByText('СтудБонус')).toBeDefined();
    const locked = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Вопрос 3\. / });
    expect(locked.disabled).toBe(true);
    expect(seen.some(({ call }) => call === calls.list)).toBe(true);
    expect(screen.getByRole('link', { name: t.add }).getAttribute('href')).toBe(
      '/knowledge/c-1/add',
    );
  });

  it('are deleted after a confirmation that names them', async () => {
    const { bodies } = await open('/knowledge/c-1', { [calls.remove]: {} });
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать: Вопрос 2' }));
    await press('Удалить');
    expect((await screen.findByRole('dialog')).textContent).toContain('«Вопрос 2»');
    await inDialog('Удалить');
    await waitFor(() => expect(notices()).toEqual(['Вопрос удалён']));
    expect(bodies(calls.remove)).toEqual([{ uuids: ['q-2'] }]);
    expect(await screen.findByText('Найдено: 3')).toBeDefined();
  });

  it('stay selected if the server refuses', async () => {
    await open('/knowledge/c-1', { [calls.remove]: problem(403) });
    await screen.findByRole('link', { name: 'Вопрос 1' });
    await user.click(
      await screen.findByRole('checkbox', { name: 'Выбрать все строки на странице' }),
    );
    await press('Удалить');
    expect((await screen.findByRole('dialog')).textContent).toContain('Будут удалены 2 вопроса');
    await inDialog('Удалить');
    await waitFor(() => expect(notices()).toEqual(['Доступ запрещён.']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Выбрано: 2')).toBeDefined();
  });
});

describe('a new question', () => {
  it('requires all fields', async () => {
    const { bodies } = await open('/knowledge/add');
    await press('Добавить');
    expect((await screen.findByRole('alert')).textContent).toBe('Заполните все поля!');
    const answer = await field(/^Ответ/);
    expect(answer.getAttribute('aria-invalid')).toBe('true');
    expect(bodies(calls.add)).toEqual([]);
  });

  it('counts the remaining characters and does not truncate a too long text', async () => {
    await open('/knowledge/c-1/add');
    const answer = await field(/^Ответ/);
    expect(screen.getByText('Осталось символов: 2 500')).toBeDefined();
    await user.click(answer);
    await user.paste('я'.repeat(2600));
    expect(answer.value.length).toBe(2600);
    expect(screen.queryByText('Осталось символов: 0')).toBeNull();
    expect(screen.getByText(/2500.*2600|2600.*2500/)).toBeDefined();
  });

  it('is added to the open category and leads back to it', async () => {
    const { router, seen, bodies } = await open('/knowledge/c-1/add', {
      [calls.add]: { body: { uuidQuestion: 'q-9' } },
    });
    await user.type(await field(/^Вопрос/), ' Как? ');
    await user.type(await field(/^Ответ/), 'Так.');
    await press('Добавить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/knowledge/c-1'));
    expect(bodies(calls.add)).toEqual([
      { uuidCategory: 'c-1', question: ' Как? ', answer: 'Так.' },
    ]);
    expect(seen.find(({ call }) => call === calls.add)?.key).toBeTruthy();
    expect(notices()).toEqual(['Вопрос добавлен']);
  });
});

describe('a question', () => {
  it('is saved with the loaded version and leads back', async () => {
    let tag: string | null = null;
    const { router, bodies } = await open('/knowledge/c-1/q-1?search=воп', {
      [calls.save]: ({ headers }) => {
        tag = headers.get('If-Match');
        return {};
      },
    });
    const text = await field(/^Вопрос/);
    await user.clear(text);
    await user.type(text, 'Иначе');
    await press('Сохранить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/knowledge/c-1'));
    expect(router.state.location.search).toEqual({ search: 'воп' });
    expect(tag).toBe('"7"');
    expect(bodies(calls.save)).toEqual([
      { uuid: 'q-1', uuidCategory: 'c-1', question: 'Иначе', answer: 'Ответ 1' },
    ]);
    expect(notices()).toEqual(['Изменения сохранены']);
  });

  it.each([500, 403, 404])(
    'that is not saved (%i) says so, and keeps what was typed',
    async (status) => {
      await open('/knowledge/c-1/q-1', { [calls.save]: problem(status) });
      await user.type(await field(/^Вопрос/), '!');
      await press('Сохранить');
      await waitFor(() => expect(notices()).toEqual(['Произошла ошибка, попробуйте позже']));
      expect((await field(/^Вопрос/)).value).toBe('Вопрос 1!');
    },
  );

  it('changed by somebody else shows the saved values beside the typed ones', async () => {
    let version = 7;
    await open('/knowledge/c-1/q-1', {
      [calls.card]: () => ({
        body: question(1, { question: version === 7 ? 'Вопрос 1' : 'Вопрос коллеги' }),
        headers: { etag: `"${version}"` },
      }),
      [calls.save]: problem(409),
    });
    await user.type(await field(/^Вопрос/), '!');
    version = 8;
    await press('Сохранить');
    await inDialog('Загрузить изменения');
    expect(await screen.findByText('Сейчас сохранено: Вопрос коллеги')).toBeDefined();
    expect((await field(/^Вопрос/)).value).toBe('Вопрос 1!');
  });

  it('shows its history without the text of answers', async () => {
    await open('/knowledge/c-1/q-1');
    expect(await screen.findByText('Вопрос: Было → Вопрос 1')).toBeDefined();
    expect(screen.getByText('Изменён ответ')).toBeDefined();
    expect(screen.getByText('15.11.2026 12:34')).toBeDefined();
  });

  it('of another owner is read-only', async () => {
    await open('/knowledge/c-1/q-1', {
      [calls.card]: { body: { ...foreign, uuidQuestion: 'q-1' }, headers: { etag: '"1"' } },
    });
    expect(await screen.findByText('Изменить может только владелец: СтудБонус')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Вопрос 3');
    expect(screen.getByText('Вопрос/нормативный акт')).toBeDefined();
    expect(screen.getByText('Ответ 3')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Сохранить|Удалить/ })).toBeNull();
  });

  it('can be deleted from its page, also with unsaved changes', async () => {
    const { router, bodies } = await open('/knowledge/c-1/q-1', { [calls.remove]: {} });
    await user.type(await field(/^Вопрос/), '!');
    await press('Удалить');
    await inDialog('Удалить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/knowledge/c-1'));
    expect(bodies(calls.remove)).toEqual([{ uuids: ['q-1'] }]);
  });
});

it('uses Russian plural forms', () => {
  expect([0, 1, 3, 12, 1021].map(t.questions)).toEqual([
    '0 вопросов',
    '1 вопрос',
    '3 вопроса',
    '12 вопросов',
    '1\u00a0021 вопрос',
  ]);
  expect([1, 2, 5].map(t.removing.done)).toEqual([
    'Вопрос удалён',
    'Удалены 2 вопроса',
    'Удалено 5 вопросов',
  ]);
});
