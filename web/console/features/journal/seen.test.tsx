import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '../../shared/session/session';
import { renderBare } from '../../test/render';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { Seen } from '../students/seen/Seen';

const occasion = (number: number, action: string) => ({
  number,
  action,
  at: '2026-11-15 12:00:00',
  operator: 'Белов Илья',
  address: '10.0.0.1',
});

// In the order of the server's list actions (internal/platform/audit/pages.go).
const lists = {
  'students.list': 'Список студентов',
  'applications.list': 'Список заявок',
  'students.twins': 'Похожие студенты',
  'participants.list': 'Участники мероприятия',
  'codes.list': 'Выданные промокоды',
  'reviews.list': 'Отзывы',
  'reviews.complaints': 'Жалобы на партнёра',
};
const cards = { 'student.view': 'Карточка', 'review.view': 'Карточка отзыва' };

const rows = async (name: string) =>
  (await within(await screen.findByRole('list', { name })).findAllByRole('listitem')).map(
    ({ textContent }) => textContent,
  );

const places = (words: Readonly<Record<string, string>>) =>
  Object.values(words).map((word): unknown => expect.stringContaining(`· ${word} ·`));

beforeEach(() => startSession({ access: jwt({ isAdmin: true }), refresh: 'r1' }));

it('names every card and list that has shown the student', async () => {
  const items = (words: Readonly<Record<string, string>>) =>
    Object.keys(words).map((action, i) => occasion(i + 1, action));
  fakeServer({
    'GET /v1/journal/seen/u-1': { body: { items: items(cards), next: null } },
    'GET /v1/journal/seen/u-1/exports': { body: { items: [], next: null } },
    'GET /v1/journal/seen/u-1/lists': { body: { items: items(lists), next: null, until: null } },
  });
  renderBare(<Seen uuidUser="u-1" />);
  expect(await rows('Открывали карточку')).toEqual(places(cards));
  await user.click(screen.getByRole('button', { name: 'Показать также просмотры в списках' }));
  expect(await rows('Видели в списках')).toEqual(places(lists));
});
