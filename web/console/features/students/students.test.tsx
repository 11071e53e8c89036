import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { startSession } from '../../shared/session/session';
import { fakeServer, problem } from '../../test/server';
import { calls, cardReply, open, press, sent } from '../../test/studentPages';
import { card } from '../../test/students';
import { jwt } from '../../test/tokens';
import { countApplications } from './api';

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
});

describe('the card of an application', () => {
  const joined = card({
    status: 'moderation',
    document: '/files/doc?s=1',
    submittedAt: '2026-11-15 09:05:59',
    consents: [
      {
        kind: 'personal',
        version: 2,
        title: 'Согласие на обработку',
        givenAt: '2026-11-15 09:05:59',
      },
    ],
  }).student;

  it('shows the document and the consents', async () => {
    await open('/application/card/u-1', { [calls.card]: cardReply(joined) });
    const picture = await screen.findByRole('img', { name: /^Документ: Ёлкина/ });
    expect(picture.getAttribute('src')).toBe('/files/doc?s=1');
    expect(screen.getByText('Согласие на обработку').textContent).toContain(
      'Версия 2, 15.11.2026 09:05',
    );
    expect(screen.getByText('Отправлена').nextSibling?.textContent).toBe('15.11.2026 09:05');
  });

  it('opens the document in full size, with the portrait beside it', async () => {
    await open('/application/card/u-1', { [calls.card]: cardReply(joined) });
    await userEvent.click(await screen.findByRole('img', { name: /^Документ: / }));
    const dialog = await screen.findByRole('dialog');
    const shown = () => within(dialog).getByRole('img').getAttribute('src');
    expect(shown()).toBe('/files/doc?s=1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Следующее изображение' }));
    expect(shown()).toBe('/files/old.png?s=1');
  });

  it('shows what to look at, with a way to the other student', async () => {
    const items = [
      {
        ...{ kind: 'phone', text: 'Тот же телефон: Ёлкин Пётр (активен).' },
        ...{ uuidUser: 'u-9', isApplication: false },
      },
      {
        ...{ kind: 'person', text: 'Те же ФИО и дата рождения: Ёлкин Пётр (на модерации).' },
        ...{ uuidUser: 'u-8', isApplication: true },
      },
      { kind: 'noPortrait', text: 'Фото нет.', uuidUser: null },
    ];
    await open('/application/card/u-1', {
      [calls.card]: cardReply(joined),
      [calls.checks]: { body: { items } },
    });
    expect(await screen.findByText('Обратите внимание')).toBeDefined();
    expect(screen.getByText('Фото нет.')).toBeDefined();
    const links = screen.getAllByRole('link', { name: 'Открыть карточку' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/card/u-9',
      '/application/card/u-8',
    ]);
  });

  it('is returned with the fields to correct', async () => {
    const { seen } = await open('/application/card/u-1', {
      [calls.card]: cardReply(joined),
      [calls.move]: {},
    });
    await press('Отклонить');
    const dialog = await screen.findByRole('dialog');
    const ticked = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Ошибки в ФИО' });
    expect(ticked.checked).toBe(true);
    const fields = within(dialog).getByRole('combobox', { name: 'Что исправить' });
    await userEvent.click(fields);
    await userEvent.click(await screen.findByRole('option', { name: 'Фамилия' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Фото' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Заявка отклонена' }]));
    expect(sent(seen, calls.move)).toEqual([
      {
        uuidUser: 'u-1',
        newStatus: 'rejected',
        reasonText: 'Ошибки в ФИО',
        fields: ['surname', 'portrait'],
      },
    ]);
  });

  it('shows which fields the student was asked to correct', async () => {
    const student = card({
      status: 'rejected',
      statusReason: 'Ошибки в ФИО',
      wrongFields: ['surname', 'birthDate', 'unknown'],
    }).student;
    await open('/application/card/u-1', { [calls.card]: cardReply(student) });
    expect(await screen.findByText('Просим исправить: фамилия, дата рождения')).toBeDefined();
  });

  it('is approved, and the approval taken back from the list', async () => {
    const { seen } = await open('/application/card/u-1', {
      [calls.card]: cardReply(joined),
      [calls.move]: {},
      [calls.undo]: { body: { undone: 1, skipped: 0 } },
    });
    await press('Одобрить');
    expect(await screen.findByText('Список заявок')).toBeDefined();
    await press('Отменить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Решение отменено' }]));
    expect(sent(seen, calls.undo)).toEqual([{ uuidUser: 'u-1' }]);
  });

  it('keeps an approval that cannot be taken back any more, in the words of the server', async () => {
    await open('/application/card/u-1', {
      [calls.card]: cardReply(joined),
      [calls.move]: {},
      [calls.undo]: problem(409, 'С решения прошло больше двух минут.'),
    });
    await press('Одобрить');
    await press('Отменить');
    expect(await screen.findByText('С решения прошло больше двух минут.')).toBeDefined();
  });

  it('says when there is neither', async () => {
    await open('/application/card/u-1');
    expect(await screen.findByText('Документ не приложен или уже удалён')).toBeDefined();
    expect(screen.getByText('Студент не давал согласий в приложении')).toBeDefined();
  });
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

  it('shows until when the card is valid, and no reset without a phone', async () => {
    await open('/card/u-1');
    expect(await screen.findByText('Действует до 30.09.2028')).toBeDefined();
    expect(screen.getByText('Карта не открыта ни на одном телефоне')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Сбросить устройство' })).toBeNull();
  });

  it('has its phone reset after a question', async () => {
    const device = {
      validUntil: '30.09.2025',
      since: '2026-11-12 10:00:00',
      seenAt: '2026-11-14 09:00:00',
      isSignedIn: true,
      countMoves: 3,
      farAt: '2026-11-14 08:30:00',
      farKm: 634,
    };
    const { seen } = await open('/card/u-1', {
      [calls.device]: { body: device },
      [calls.reset]: { body: {} },
    });
    expect(await screen.findByText('Истекла 30.09.2025')).toBeDefined();
    expect(screen.getByText('Подключён 12.11.2026 10:00')).toBeDefined();
    expect(screen.getByText('3 из 3')).toBeDefined();
    expect(screen.getByText(/^14.11.2026 08:30 её за 10 минут .* в 634 км/)).toBeDefined();
    await press('Сбросить устройство');
    const dialog = await screen.findByRole('dialog');
    expect(sent(seen, calls.reset)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Сбросить устройство' }));
    await waitFor(() =>
      expect(getNotices().map(({ title }) => title)).toContain('Устройство сброшено'),
    );
    expect(sent(seen, calls.reset)).toHaveLength(1);
  });

  it('shows that nobody is signed in on its phone any more', async () => {
    const device = {
      validUntil: '30.09.2028',
      since: '2026-11-12 10:00:00',
      seenAt: '2026-11-14 09:00:00',
      isSignedIn: false,
      countMoves: 0,
      farAt: null,
      farKm: 0,
    };
    await open('/card/u-1', { [calls.device]: { body: device } });
    expect(await screen.findByText(/^Подключён 12.11.2026 10:00, но с него вышли/)).toBeDefined();
  });

  it('is parted from the account of a number that has a new owner', async () => {
    const { seen } = await open('/card/u-1', { [calls.unbind]: { body: {} } });
    await press('Отвязать учётную запись');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Ёлкина Анна Ильинична, \+7 912 345 67 89/)).toBeDefined();
    await userEvent.type(within(dialog).getByRole('textbox'), '9161234567');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Отвязать' }));
    await waitFor(() =>
      expect(getNotices().map(({ title }) => title)).toContain('Учётная запись отвязана'),
    );
    expect(sent(seen, calls.unbind)).toEqual([{ phone: '79161234567' }]);
  });

  it('is blocked with a reason, at the version that was seen', async () => {
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

it('the count of applications is never negative', async () => {
  const signal = new AbortController().signal;
  fakeServer({ 'GET /v1/student/request/count': { body: { countRequests: -2 } } });
  expect(await countApplications(signal)).toBe(0);
  fakeServer({ 'GET /v1/student/request/count': { body: { countRequests: 12 } } });
  expect(await countApplications(signal)).toBe(12);
});
