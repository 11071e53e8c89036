import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session/session';
import { newsCard } from '../../test/news';
import { renderPages } from '../../test/render';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { EditPage } from './form/FormPage';
import { ParticipantsPage } from './ParticipantsPage';

const open = async (at: string, changes: Parameters<typeof newsCard>[0] = {}) => {
  fakeServer({
    'GET /v1/news/n-1': { body: newsCard(changes).item, headers: { ETag: '"3"' } },
    'PUT /v1/news/reach': { body: { count: 3 } },
    'PUT /v1/student/request-by-event/get-students': {
      body: [],
      headers: { 'x-record-count': '0' },
    },
  });
  const pages = {
    '/news/$uuidNews/edit': EditPage,
    '/news/$uuidNews/showStudents': ParticipantsPage,
  };
  await renderPages(pages, at);
};

const as = (role: string) => startSession({ access: jwt({ role }), refresh: 'r' });

beforeEach(() => as('operator_univer'));

describe('the edit page', () => {
  it('shows the item’s title in the heading and the document title', async () => {
    await open('/news/n-1/edit', { title: 'Ёлка' });
    expect(await screen.findByRole('textbox', { name: 'Заголовок' })).toBeDefined();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Ёлка');
    expect(screen.getByText('Редактирование новости')).toBeDefined();
    await waitFor(() => expect(document.title).toMatch(/^Редактирование новости: Ёлка — /));
  });

  it('of a foreign item shows its owner and a link to the card instead of a form', async () => {
    await open('/news/n-1/edit', { typeNews: 'federal', canEdit: false, nameUniversity: null });
    expect(await screen.findByText(/может только владелец: Программа СтудБонус/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/news/n-1');
  });
});

describe('the participants', () => {
  const note = 'Показаны только студенты вашего университета';

  it('of one university are labelled as such', async () => {
    await open('/news/n-1/showStudents');
    expect(await screen.findByText(note)).toBeDefined();
  });

  it('are complete for programme staff', async () => {
    as('operator_all');
    await open('/news/n-1/showStudents');
    expect(await screen.findByText('Найдено: 0')).toBeDefined();
    expect(screen.queryByText(note)).toBeNull();
  });
});
