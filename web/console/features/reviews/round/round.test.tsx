import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissAll, getNotices } from '../../../shared/notice/notices';
import { startSession } from '../../../shared/session/session';
import { renderPages } from '../../../test/render';
import { fakeServer } from '../../../test/server';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { ReviewRoundPage } from './ReviewRoundPage';

const calls = {
  next: 'PUT /v1/comments/next',
  leave: 'DELETE /v1/comments/next',
  move: 'PUT /v1/comments/status',
  answer: 'POST /v1/comments/answer',
  remove: 'DELETE /v1/comments/r-1',
  restore: 'PUT /v1/comments/restore',
};
const partners = ['Кафе', 'Музей', 'Театр'];
const rowOf = (n: number) => ({
  uuidComment: `r-${n}`,
  surname: 'Иванова',
  name: 'Анна',
  patronymic: null,
  partnerName: partners[n],
  createdAt: '2026-11-05 12:00:00',
});
const cardOf = (n: number, answer: string | null = null) => ({
  headers: { ETag: '"1"' },
  body: {
    uuid: `r-${n}`,
    status: 'moderation',
    rating: 4,
    comment: `Отзыв ${n}`,
    createdAt: '2026-11-05 12:00:00',
    likes: 0,
    uuidPartner: 'p-1',
    partnerName: partners[n],
    studentInfo: { surname: 'Иванова', name: 'Анна', uuidUser: 's-1', patronymic: null },
    answerInfo: answer && { uuidAnswer: 'a-1', answer, updatedAt: '2026-11-06 10:20:30' },
  },
});

let now = 0;
async function open(search = '') {
  let answered: string | null = null;
  const seen = fakeServer({
    [calls.next]: { body: { cards: [0, 1, 2].map(rowOf), left: 3, seconds: 300 } },
    [calls.leave]: {},
    [calls.move]: {},
    [calls.remove]: {},
    [calls.restore]: {},
    [calls.answer]: async (request) => {
      answered = ((await request.json()) as { answer: string }).answer;
      return { body: { uuidAnswer: 'a-1' } };
    },
    'GET /v1/comments/r-0': () => cardOf(0, answered),
    'GET /v1/comments/r-1': cardOf(1),
    'GET /v1/comments/r-2': cardOf(2),
    'GET /v1/comments/templates': { body: [] },
  });
  await renderPages({ '/feedbacks/round': ReviewRoundPage }, `/feedbacks/round${search}`);
  await shown('Кафе');
  return seen;
}
async function shown(partner: string) {
  await screen.findByRole('heading', { level: 1, name: `Отзыв для ${partner} от 05.11.2026` });
  await screen.findByRole('button', { name: 'Опубликовать' });
  now += 1000;
}
const press = (code: string) => act(() => void fireEvent.keyDown(document.body, { code }));
const sent = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);
const answer = () => screen.getByRole('textbox', { name: 'Ваш ответ' });

beforeEach(() => {
  dismissAll();
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  startSession({ access: jwt(), refresh: 'r' });
});

describe('reviews one after another', () => {
  it('are published, rejected and deleted', async () => {
    const seen = await open();
    press('KeyA');
    await shown('Музей');
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Удалить' }));
    await shown('Театр');
    await waitFor(() => expect(sent(seen, calls.remove)).toHaveLength(1));
    press('KeyZ');
    await shown('Музей');
    expect(sent(seen, calls.restore)).toEqual([{ uuidComments: ['r-1'] }]);
    press('KeyR');
    await shown('Театр');
    await waitFor(() => expect(sent(seen, calls.move)).toHaveLength(2));
    expect(sent(seen, calls.move)).toEqual([
      { uuidComments: ['r-0'], status: 'public' },
      { uuidComments: ['r-1'], status: 'rejected' },
    ]);
  });

  it('are answered in place, and a typed answer is not lost', async () => {
    const seen = await open();
    await user.type(answer(), 'Спасибо');
    press('KeyA');
    expect(getNotices()[0]?.title).toBe('Ответ не сохранён');
    expect(sent(seen, calls.move)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Спасибо')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Ваш ответ' })).toBeNull());
    press('KeyA');
    await shown('Музей');
  });

  it('open the next one after an answer, if answers are what is missing', async () => {
    await open('?answered=no');
    await user.type(answer(), 'Спасибо');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await shown('Музей');
  });
});
