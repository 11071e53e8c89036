import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { card, faculties } from '../../test/students';
import { jwt } from '../../test/tokens';
import { countApplications } from './api';
import { ApplicationCardPage, StudentCardPage } from './CardPage';
import { StudentEditPage } from './EditPage';

const calls = {
  card: 'GET /v1/student/u-1',
  save: 'PUT /v1/student/u-1',
  move: 'PUT /v1/user/status',
  history: 'GET /v1/audit/student/u-1',
  near: 'PUT /v1/student/neighbours/u-1',
  applicationNear: 'PUT /v1/student/request/neighbours/u-1',
  faculties: 'GET /v1/univer/faculty',
};

type Table = Parameters<typeof fakeServer>[0];
const near = { body: { previous: null, next: 'u-2', position: 1, total: 9 } };
const cardReply = (student = card().student, etag = '"3"') => ({
  body: student,
  headers: { ETag: etag },
});

async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.card]: cardReply(),
    [calls.history]: { body: [] },
    [calls.near]: near,
    [calls.applicationNear]: near,
    [calls.faculties]: { body: faculties },
    ...table,
  });
  const pages = {
    '/': () => <p>Список студентов</p>,
    '/application': () => <p>Список заявок</p>,
    '/card/$uuidUser': StudentCardPage,
    '/card/$uuidUser/edit': StudentEditPage,
    '/application/card/$uuidUser': ApplicationCardPage,
  };
  return { seen, router: await renderPages(pages, at) };
}
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, exact: true } as never));
const sent = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
});

describe('a student’s card', () => {
  it('shows everything, and a hostile link as text', async () => {
    await open('/card/u-1');
    expect(await screen.findByRole('heading', { name: 'Ёлкина Анна Ильинична' })).toBeDefined();
    for (const text of ['Активен', '+7 912 345 67 89', '4800000007', 'Москва', 'МГУ', '2028']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByRole('link', { name: 'vk.com/elka' })).toBeDefined();
    expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
    expect(screen.getByRole('img', { name: /Фото: Ёлкина/ })).toBeDefined();
    expect(document.title).toBe('Ёлкина Анна Ильинична — СтудБонус');
  });

  it('is blocked with a reason, upon the version that was seen', async () => {
    let version: string | null = null;
    const { seen } = await open('/card/u-1', {
      [calls.move]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    await press('Заблокировать');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Выход из профсоюза' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Заблокировать' }));
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Студент заблокирован' }]));
    expect(sent(seen, calls.move)).toEqual([
      { uuidUser: 'u-1', newStatus: 'blocked', reasonText: 'Выход из профсоюза' },
    ]);
    expect(version).toBe('"3"');
    expect(sent(seen, calls.card)).toHaveLength(2);
  });

  it('is unblocked at once', async () => {
    const student = card({ status: 'blocked', statusReason: 'Долг' }).student;
    const { seen } = await open('/card/u-1', {
      [calls.card]: cardReply(student),
      [calls.move]: {},
    });
    expect(await screen.findByText('Долг')).toBeDefined();
    await press('Разблокировать');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Студент разблокирован' }]));
    expect(sent(seen, calls.move)).toEqual([
      { uuidUser: 'u-1', newStatus: 'active', reasonText: '' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the list it was opened from', async () => {
    const { seen } = await open('/card/u-1?search=ел&status=active&sort=course');
    const next = await screen.findByRole('link', { name: /Следующая/ });
    expect(next.getAttribute('href')).toMatch(/^\/card\/u-2\?.*status=active.*sort=course/);
    expect(sent(seen, calls.near)).toMatchObject([{ searchString: 'ел', status: 'active' }]);
  });
});

describe('an application', () => {
  const applied = (status: 'moderation' | 'rejected') => ({
    [calls.card]: cardReply(card({ status }).student),
  });

  it('is approved, and left for the list', async () => {
    let approved = false;
    const { seen, router } = await open('/application/card/u-1?status=moderation', {
      [calls.card]: () => cardReply(card({ status: approved ? 'active' : 'moderation' }).student),
      [calls.move]: () => {
        approved = true;
        return {};
      },
    });
    await press('Одобрить');
    expect(await screen.findByText('Список заявок')).toBeDefined();
    expect(router.state.location.search).toEqual({ status: 'moderation' });
    expect(sent(seen, calls.move)).toMatchObject([{ newStatus: 'active', reasonText: '' }]);
  });

  it('is left at once, however slow the server is with the card that nobody needs any more', async () => {
    let approved = false;
    await open('/application/card/u-1', {
      [calls.card]: () =>
        approved ? new Promise(() => undefined) : cardReply(card({ status: 'moderation' }).student),
      [calls.move]: () => {
        approved = true;
        return {};
      },
    });
    await press('Одобрить');
    expect(await screen.findByText('Список заявок', {}, { timeout: 3000 })).toBeDefined();
  });

  it('is rejected with own words, and left for the list', async () => {
    const { seen } = await open('/application/card/u-1', {
      ...applied('moderation'),
      [calls.move]: {},
    });
    await press('Отклонить');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'Чужое фото');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
    expect(await screen.findByText('Список заявок')).toBeDefined();
    expect(sent(seen, calls.move)).toMatchObject([
      { newStatus: 'rejected', reasonText: 'Чужое фото' },
    ]);
  });

  it('is approved once by a double click', async () => {
    let approved = false;
    const { seen } = await open('/application/card/u-1', {
      [calls.card]: () => cardReply(card({ status: approved ? 'active' : 'moderation' }).student),
      [calls.move]: () => {
        if (approved) return problem(409, 'Статус сейчас: активен.');
        approved = true;
        return {};
      },
    });
    const button = await screen.findByRole('button', { name: 'Одобрить' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Список заявок')).toBeDefined();
    expect(sent(seen, calls.move)).toHaveLength(1);
    expect(getNotices()).toMatchObject([{ title: 'Заявка одобрена' }]);
  });

  it.each([
    ['Отклонить', 'moderation', '/application/card/u-1'],
    ['Заблокировать', 'active', '/card/u-1'],
  ] as const)('keeps the reason when the server fails: %s', async (word, status, at) => {
    await open(at, {
      [calls.card]: cardReply(card({ status }).student),
      [calls.move]: problem(500),
    });
    await press(word);
    await userEvent.type(await screen.findByRole('textbox'), 'Чужое фото');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: word }));
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('disabled', false));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Чужое фото');
  });

  it('once rejected can only be approved', async () => {
    await open('/application/card/u-1', applied('rejected'));
    expect(await screen.findByText('Заявка отклонена')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Отклонить' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Одобрить' })).toHaveProperty('disabled', false);
  });

  it('decided by somebody else tells who and what, and shows it', async () => {
    const said = 'Статус сейчас: активен. Последнее изменение: Белов Илья, 15.11.2026 12:00 МСК.';
    let decided = false;
    const { router } = await open('/application/card/u-1', {
      [calls.card]: () =>
        cardReply(card({ status: decided ? 'active' : 'moderation' }).student, '"4"'),
      [calls.move]: () => {
        decided = true;
        return problem(409, said);
      },
    });
    await press('Одобрить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: said }]));
    expect(router.state.location.pathname).toBe('/application/card/u-1');
    expect(await screen.findByText('Активен')).toBeDefined();
  });
});

describe('the edit page', () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

  it('sends what the contract wants, and returns to the card', async () => {
    let version: string | null = null;
    const { seen, router } = await open('/card/u-1/edit', {
      [calls.save]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    const surname = await field('Фамилия');
    expect(document.title).toMatch(/^Редактирование студента: \S+ Анна Ильинична — /);
    await userEvent.clear(surname);
    await userEvent.type(surname, ' Сосновская ');
    await userEvent.selectOptions(screen.getByLabelText('Курс'), '4');
    await press('Сохранить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/card/u-1'));
    expect(version).toBe('"3"');
    expect(sent(seen, calls.save)).toEqual([
      {
        surname: 'Сосновская',
        name: 'Анна',
        patronymic: 'Ильинична',
        birthdate: '12.03.2004',
        course: 4,
        startEducation: 2024,
        endEducation: 2028,
        uuidCity: 'c-1',
        uuidUniversity: 'v-1',
        uuidFaculty: 'f-1',
        uuidSpecialty: 's-1',
        photo: 'old.png',
        phone: '79123456789',
      },
    ]);
  });

  it('clears the specialty with the faculty', async () => {
    const { seen } = await open('/card/u-1/edit', { [calls.save]: {} });
    const faculty = await screen.findByRole('combobox', { name: 'Факультет' });
    await userEvent.click(faculty);
    await userEvent.click(await screen.findByRole('option', { name: 'Химический факультет' }));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Специальность' }).value).toBe(
      '',
    );
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)[0]).toMatchObject({ uuidFaculty: 'f-2' }));
    expect(sent(seen, calls.save)[0]).not.toHaveProperty('uuidSpecialty');
  });

  it('has the phone only with the vk flag', async () => {
    const { seen } = await open('/card/u-1/edit', {
      [calls.card]: cardReply(card({ vk: false }).student),
      [calls.save]: {},
    });
    await field('Фамилия');
    expect(screen.queryByRole('textbox', { name: 'Телефон' })).toBeNull();
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)).toHaveLength(1));
    expect(sent(seen, calls.save)[0]).not.toHaveProperty('phone');
  });

  it('keeps what was typed when somebody else saved first', async () => {
    let saves = 0;
    const versions: (string | null)[] = [];
    const fresh = card();
    fresh.student.studentInfo.name = 'Инна';
    await open('/card/u-1/edit', {
      [calls.card]: () => (saves ? cardReply(fresh.student, '"4"') : cardReply()),
      [calls.save]: (request) => {
        versions.push(request.headers.get('If-Match'));
        saves += 1;
        return saves === 1 ? problem(409, 'Данные уже изменены.') : {};
      },
    });
    const surname = await field('Фамилия');
    await userEvent.clear(surname);
    await userEvent.type(surname, 'Сосновская');
    await press('Сохранить');
    await press('Загрузить изменения');
    await waitFor(async () => expect((await field('Имя')).value).toBe('Инна'));
    expect((await field('Фамилия')).value).toBe('Сосновская');
    await press('Сохранить');
    await waitFor(() => expect(versions).toEqual(['"3"', '"4"']));
  });
});

it('the count of applications is never below nought', async () => {
  const signal = new AbortController().signal;
  fakeServer({ 'GET /v1/student/request/count': { body: { countRequests: -2 } } });
  expect(await countApplications(signal)).toBe(0);
  fakeServer({ 'GET /v1/student/request/count': { body: { countRequests: 12 } } });
  expect(await countApplications(signal)).toBe(12);
});
