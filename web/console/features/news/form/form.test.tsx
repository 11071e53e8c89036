import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../../shared/notice/notices';
import { startSession } from '../../../shared/session/session';
import { newsCard, newsEvent, newsSurvey } from '../../../test/news';
import { renderPages } from '../../../test/render';
import { fakeServer, problem, type Seen } from '../../../test/server';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { AddPage, EditPage } from './FormPage';

const calls = {
  create: 'POST /v1/news',
  card: 'GET /v1/news/n-1',
  save: 'PUT /v1/news/n-1',
  reach: 'PUT /v1/news/reach',
  faculties: 'GET /v1/univer/faculty',
};

type Table = Parameters<typeof fakeServer>[0];
type Changes = Parameters<typeof newsCard>[0];
const cardReply = (changes?: Changes, version = '"3"') => ({
  body: newsCard(changes).item,
  headers: { ETag: version },
});

async function open(at: '/news/add' | '/news/n-1/edit', table: Table = {}) {
  const seen = fakeServer({
    [calls.create]: { body: { uuidNews: 'n-9' } },
    [calls.card]: cardReply(),
    [calls.save]: {},
    [calls.reach]: { body: { count: 1200 } },
    [calls.faculties]: { body: [{ uuidDepartment: 'd-1', nameDepartment: 'Физический' }] },
    ...table,
  });
  const pages = {
    '/news/add': AddPage,
    '/news/$uuidNews/edit': EditPage,
    '/news/$uuidNews': () => <p>Карточка</p>,
  };
  return { seen, router: await renderPages(pages, at) };
}

const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
// Role queries are slow, so only the open dialog is searched.
const front = () => within(document.querySelector<HTMLElement>('[role=dialog]') ?? document.body);
const type = async (name: string, value: string) =>
  fireEvent.change(await front().findByRole('textbox', { name }), { target: { value } });
const moment = async (label: string, date: string, time: string) => {
  await type(`${label}: дата`, date);
  await type(`${label}: время`, time);
};
const choose = async (name: string, value: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name }), value);
const save = async (dialog: string) => {
  const form = within(await screen.findByRole('dialog', { name: dialog }));
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
};
const sent = (seen: Seen[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);
const path = (router: { state: { location: { pathname: string } } }) =>
  router.state.location.pathname;

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
});

describe('the form of a new item', () => {
  it('requires a title and a type before sending', async () => {
    const { seen } = await open('/news/add');
    await press('Опубликовать');
    expect(await screen.findByText('Обязательное поле')).toBeDefined();
    expect(screen.getByText('Укажите тип')).toBeDefined();
    expect(sent(seen, calls.create)).toEqual([]);
  });

  it('says how many students it reaches', async () => {
    await open('/news/add');
    expect(await screen.findByText(/^Выберите тип, чтобы/)).toBeDefined();
    await choose('Тип', 'federal');
    expect(await screen.findByText(/^1\s200 студентов$/)).toBeDefined();
  });

  it('reports that counting failed and still publishes', async () => {
    const { router } = await open('/news/add', { [calls.reach]: problem(500) });
    await type('Заголовок', 'Ёлка');
    await choose('Тип', 'federal');
    expect(await screen.findByText('Не удалось посчитать студентов.')).toBeDefined();
    await press('Опубликовать');
    await waitFor(() => expect(path(router)).toBe('/news/n-9'));
  });

  it('publishes an item with a survey and an event in one call', async () => {
    const { seen, router } = await open('/news/add');
    await type('Заголовок', ' Ёлка ');
    await choose('Тип', 'federal');

    await press('Добавить: Опрос');
    await moment('Начало опроса', '01122099', '10:00');
    await moment('Окончание опроса', '05122099', '10:00');
    await type('Текст вопроса', 'Куда поедем?');
    await type('Вариант a', 'На море');
    fireEvent.keyDown(screen.getByDisplayValue('На море'), { key: 'Enter' });
    await type('Вариант b', 'В горы');
    await user.click(screen.getByRole('checkbox', { name: 'Добавить вариант «Другое»' }));
    await save('Опрос');
    expect(await screen.findByText(/^1 вопрос, с 01\.12\.2099/)).toBeDefined();

    await press('Добавить: Мероприятие');
    await type('Название', 'Спартакиада');
    await moment('Начало', '03122099', '9:30');
    await type('Количество мест', '50 мест');
    await save('Мероприятие');
    expect(await screen.findByText(/^«Спартакиада», 03\.12\.2099/)).toBeDefined();

    await press('Опубликовать');
    await waitFor(() => expect(path(router)).toBe('/news/n-9'));
    expect(getNotices()).toMatchObject([{ title: 'Новость опубликована' }]);
    expect(sent(seen, calls.create)).toMatchObject([
      {
        title: 'Ёлка',
        typeNews: 'federal',
        pooling: {
          startPooling: '2099-12-01 10:00',
          endPooling: '2099-12-05 10:00',
          questions: [
            {
              question: 'Куда поедем?',
              allowOther: true,
              answersVariants: [
                { text: 'На море', position: 'a' },
                { text: 'В горы', position: 'b' },
              ],
            },
          ],
        },
        event: { title: 'Спартакиада', date: '2099-12-03 09:30', placesCount: 50 },
      },
    ]);
  });

  it('keeps the survey dialog open until it is complete', async () => {
    await open('/news/add');
    await press('Добавить: Опрос');
    await save('Опрос');
    expect(await screen.findByText('Все вопросы должны быть заполнены')).toBeDefined();
    await type('Текст вопроса', 'Куда?');
    await save('Опрос');
    expect(await screen.findByText('Все ответы на вопросы должны быть заполнены')).toBeDefined();
    expect(screen.getAllByText('Даты обязательны для заполнения')).toHaveLength(2);
  });

  it('refuses an event that ends before it begins', async () => {
    await open('/news/add');
    await press('Добавить: Мероприятие');
    await type('Название', 'Спартакиада');
    await moment('Начало', '03122099', '10:00');
    await moment('Окончание', '02122099', '10:00');
    await save('Мероприятие');
    expect(await screen.findByText('Окончание не может быть раньше начала')).toBeDefined();
  });

  it('can be scheduled and unscheduled', async () => {
    await open('/news/add');
    await choose('Тип', 'federal');
    await press('Добавить: Публикация по расписанию');
    await moment('Начало публикации', '01122099', '10:00');
    await save('Публикация по расписанию');
    expect(await screen.findByRole('button', { name: /^Запланировать на/ })).toBeDefined();
    await press('Убрать: Публикация по расписанию');
    expect(await screen.findByRole('button', { name: 'Опубликовать' })).toBeDefined();
  });

  it('sends a regional item of a university to moderation', async () => {
    startSession({ access: jwt({ role: 'operator_univer' }), refresh: 'r' });
    await open('/news/add');
    expect(screen.queryByRole('option', { name: 'Федеральная' })).toBeNull();
    await type('Заголовок', 'Ёлка');
    await choose('Тип', 'region');
    await press('Отправить на модерацию');
    await waitFor(() =>
      expect(getNotices()).toMatchObject([{ title: 'Новость отправлена на модерацию' }]),
    );
  });

  it('offers the faculties of a local item, and reports when they fail to load', async () => {
    await open('/news/add', { [calls.faculties]: problem(500) });
    await choose('Тип', 'university');
    expect(await screen.findByText(/^Произошла ошибка загрузки факультетов/)).toBeDefined();
  });

  it('shows a server error at its field, and for a survey also as a notification', async () => {
    const refusal = [
      { field: 'title', message: 'Такой заголовок уже есть.' },
      { field: 'pooling.questions[0]', message: 'Вопрос повторяется.' },
    ];
    const { router } = await open('/news/add', { [calls.create]: problem(422, '', refusal) });
    await type('Заголовок', 'Ёлка');
    await choose('Тип', 'federal');
    await press('Опубликовать');
    expect(await screen.findByText('Такой заголовок уже есть.')).toBeDefined();
    expect(screen.getByText('Вопрос повторяется.')).toBeDefined();
    expect(getNotices()).toMatchObject([
      { text: expect.stringMatching(/^Ошибка формирования опроса/) },
    ]);
    expect(path(router)).toBe('/news/add');
  });

  it('keeps what was typed when the server fails', async () => {
    await open('/news/add', { [calls.create]: problem(500) });
    await type('Заголовок', 'Ёлка');
    await choose('Тип', 'federal');
    await press('Опубликовать');
    await waitFor(() =>
      expect(getNotices()).toMatchObject([
        { text: expect.stringMatching(/^Произошла ошибка создания новости/) },
      ]),
    );
    expect(screen.getByDisplayValue('Ёлка')).toBeDefined();
  });
});

describe('the form of a saved item', () => {
  it('sends survey and event only when they have changed', async () => {
    const changes = { hasPooling: true, pooling: newsSurvey({ voted: 0 }) };
    const { seen, router } = await open('/news/n-1/edit', { [calls.card]: cardReply(changes) });
    await type('Заголовок', 'Ёлка');
    await press(/^(Сохранить|Отправить на модерацию)$/);
    await waitFor(() => expect(path(router)).toBe('/news/n-1'));
    const [body] = sent(seen, calls.save);
    expect(body).toMatchObject({ title: 'Ёлка' });
    expect(body).not.toHaveProperty('pooling');
    expect(body).not.toHaveProperty('event');
  });

  it('removes an event', async () => {
    const event = newsEvent({ placesCountBooked: 0 });
    const { seen } = await open('/news/n-1/edit', {
      [calls.card]: cardReply({ hasEvent: true, event }),
    });
    await press('Убрать: Мероприятие');
    await press(/^(Сохранить|Отправить на модерацию)$/);
    await waitFor(() => expect(sent(seen, calls.save)).toMatchObject([{ event: null }]));
  });

  it('locks a survey that has votes and an event that has participants', async () => {
    await open('/news/n-1/edit', {
      [calls.card]: cardReply({
        ...{ hasPooling: true, pooling: newsSurvey() },
        ...{ hasEvent: true, event: newsEvent() },
      }),
    });
    expect(await screen.findByText(/^Студенты уже голосуют/)).toBeDefined();
    expect(screen.getByText(/^На мероприятие уже записались/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Изменить: Опрос' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Убрать: Мероприятие' })).toBeNull();
  });

  it('reports a conflicting save', async () => {
    let version = '"3"';
    await open('/news/n-1/edit', {
      [calls.card]: () => cardReply({}, version),
      [calls.save]: () => {
        version = '"4"';
        return problem(409, 'Новость изменена.');
      },
    });
    await type('Заголовок', 'Ёлка');
    await press(/^(Сохранить|Отправить на модерацию)$/);
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(screen.getByDisplayValue('Ёлка')).toBeDefined();
  });

  it('shows a conflict caused by votes in place, because the version is unchanged', async () => {
    await open('/news/n-1/edit', {
      [calls.save]: problem(409, 'Студенты уже голосуют.'),
    });
    await type('Заголовок', 'Ёлка');
    await press(/^(Сохранить|Отправить на модерацию)$/);
    expect(await screen.findByText('Студенты уже голосуют.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
