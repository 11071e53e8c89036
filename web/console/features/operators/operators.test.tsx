import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { endSession, startSession } from '../../shared/session/session';
import { returnLater } from '../../test/refetch';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { CardPage } from './CardPage';
import { InvitationsPage } from './InvitationsPage';
import { OperatorsPage } from './OperatorsPage';
import type { Invitation, Operator, Row } from './wire';

const home = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11';

const row: Row = {
  uuidOperator: 'o-1',
  login: 'anna@example.ru',
  surname: 'Королёва',
  name: 'Анна',
  patronymic: null,
  role: 'operator_univer',
  isChairman: true,
  isAdmin: false,
  uuidUniversity: home,
  shortNameUniversity: 'СПбГУ',
  status: 'active',
  hasFactor: true,
  signedInAt: null,
  createdAt: '2026-11-01 10:00:00',
};
const card: Operator = {
  ...row,
  phone: '79123456789',
  job: null,
  blockedAt: null,
  isSelf: false,
  canChange: true,
};
const invitation: Invitation = {
  uuidInvitation: 'i-1',
  login: 'new@example.ru',
  role: 'chairman',
  isChairman: false,
  isAdmin: true,
  shortNameUniversity: 'СПбГУ',
  inviter: 'Ёлкина Мария',
  sentAt: '2026-11-10 10:00:00',
  expiresAt: '2026-11-17 10:00:00',
  isExpired: true,
  canChange: true,
};

const calls = {
  list: 'PUT /v1/operators',
  card: 'GET /v1/operators/o-1',
  own: 'GET /v1/operators/operator-1',
  near: 'PUT /v1/operators/o-1/neighbours',
  history: 'GET /v1/audit/operator/o-1',
  sessions: 'GET /v1/operators/o-1/sessions',
  rights: 'PUT /v1/operators/o-1/rights',
  status: 'PUT /v1/operators/o-1/status',
  invitations: 'GET /v1/invitations',
  invite: 'POST /v1/invitations',
  resend: 'PUT /v1/invitations/i-1/resend',
  policy: 'GET /v1/second-factor',
  setPolicy: 'PUT /v1/second-factor',
};

const pages = {
  '/operators': OperatorsPage,
  '/operators/invitations': InvitationsPage,
  '/operators/$uuidOperator': CardPage,
};

type Table = Parameters<typeof fakeServer>[0];
async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.list]: { body: [row], headers: { 'X-Record-Count': '1' } },
    [calls.card]: { body: card, headers: { ETag: '"3"' } },
    [calls.own]: { body: { ...card, uuidOperator: 'operator-1' }, headers: { ETag: '"1"' } },
    [calls.near]: { body: { previous: null, next: null, position: 1, total: 1 } },
    [calls.history]: { body: [] },
    [calls.sessions]: { body: [] },
    [calls.invitations]: { body: [invitation] },
    [calls.policy]: { body: { requiredOf: 'nobody', since: null } },
    ...table,
  });
  await renderPages(pages, at);
  return seen;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const notices = () => getNotices().map(({ title, text }) => text ?? title);

const asProgramme = () => startSession({ access: jwt({ isAdmin: true }), refresh: 'r1' });
const asUniversity = () =>
  startSession({ access: jwt({ isAdmin: true, role: 'operator_student' }), refresh: 'r1' });

beforeEach(() => {
  dismissAll();
  asProgramme();
});

describe('the list', () => {
  it('names rights and university, and filters by university for those who see all', async () => {
    await open('/operators');
    expect(await screen.findByText('Партнёры и акции, права председателя')).toBeDefined();
    expect(screen.getByText('СПбГУ')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Университет: все' })).toBeDefined();
  });

  it('has neither for an administrator of one university', async () => {
    asUniversity();
    await open('/operators');
    expect(await screen.findByText('anna@example.ru')).toBeDefined();
    expect(screen.queryByText('СПбГУ')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Университет: все' })).toBeNull();
  });
});

describe('the card', () => {
  it('saves rights with the loaded version', async () => {
    const seen = await open('/operators/o-1', { [calls.rights]: {} });
    await press('Изменить права');
    await user.click(dialog().getByRole('checkbox', { name: /^Администратор/ }));
    await press('Сохранить');
    await waitFor(() => expect(notices()).toContain('Права изменены, сеансы оператора завершены'));
    expect(seen.find(({ call }) => call === calls.rights)?.body).toEqual({
      role: 'operator_univer',
      isAdmin: true,
      isChairman: true,
      uuidUniversity: home,
    });
  });

  it('does not overwrite rights that a colleague has changed meanwhile', async () => {
    let [body, version] = [card, '"3"'];
    const sent: (string | null)[] = [];
    const seen = await open('/operators/o-1', {
      [calls.card]: () => ({ body, headers: { ETag: version } }),
      [calls.rights]: (request) => {
        sent.push(request.headers.get('If-Match'));
        return sent.at(-1) === version ? {} : problem(409, 'Данные уже изменил кто-то другой.');
      },
    });
    await press('Изменить права');
    await user.click(dialog().getByRole('checkbox', { name: /^Администратор/ }));
    [body, version] = [{ ...card, role: 'operator_student', isChairman: false }, '"4"'];
    await returnLater();
    await waitFor(() => expect(seen.filter(({ call }) => call === calls.card)).toHaveLength(2));
    await press('Сохранить');
    await press('Загрузить изменения');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await press('Сохранить');
    await waitFor(() => expect(sent).toEqual(['"3"', '"4"']));
    expect(seen.findLast(({ call }) => call === calls.rights)?.body).toEqual({
      role: 'operator_student',
      isAdmin: true,
      isChairman: false,
      uuidUniversity: home,
    });
  });

  it('shows above the form why rights cannot be taken', async () => {
    const last = 'Это последний администратор программы. Сначала назначьте другого.';
    await open('/operators/o-1', { [calls.rights]: problem(409, last) });
    await press('Изменить права');
    await user.click(dialog().getByRole('checkbox', { name: /^Администратор/ }));
    await press('Сохранить');
    expect((await dialog().findByRole('alert')).textContent).toBe(last);
  });

  it('explains why the last administrator cannot be removed', async () => {
    const last = 'Это последний администратор программы. Сначала назначьте другого.';
    await open('/operators/o-1', { [calls.status]: problem(409, last) });
    await press('Заблокировать');
    await user.click(dialog().getByRole('button', { name: 'Заблокировать' }));
    await waitFor(() => expect(notices()).toContain(last));
  });

  it.each([
    [true, 'Это вы.'],
    [false, 'Права этого оператора меняет администратор программы.'],
  ])('offers nothing that is not allowed (own: %s)', async (isSelf, text) => {
    const body = { ...card, isSelf, canChange: false };
    await open('/operators/o-1', { [calls.card]: { body, headers: { ETag: '"3"' } } });
    expect(await screen.findByText(new RegExp(text))).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Изменить права' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Заблокировать' })).toBeNull();
  });
});

describe('invitations', () => {
  it('resends an expired one', async () => {
    const seen = await open('/operators/invitations', { [calls.resend]: {} });
    expect(await screen.findByText('Срок истёк')).toBeDefined();
    await press('Отправить ещё раз: new@example.ru');
    await waitFor(() =>
      expect(notices()).toContain('Приглашение снова отправлено на new@example.ru'),
    );
    expect(seen.map(({ call }) => call)).toContain(calls.resend);
  });

  it('offers a university’s administrator only grantable rights at the own university', async () => {
    asUniversity();
    const seen = await open('/operators/invitations', {
      [calls.invite]: { body: { uuidInvitation: 'i-2' } },
    });
    await press('Пригласить');
    const email = await screen.findByRole('textbox', { name: 'E-mail' });
    expect(dialog().queryByRole('checkbox')).toBeNull();
    expect(dialog().queryByLabelText('Университет')).toBeNull();
    await user.type(email, 'not an address');
    await press('Отправить');
    expect(await screen.findByText('E-mail неверного формата')).toBeDefined();
    await user.clear(email);
    await user.type(email, 'new2@example.ru');
    await press('Отправить');
    await waitFor(() => expect(notices()).toContain('Приглашение отправлено на new2@example.ru'));
    expect(seen.find(({ call }) => call === calls.invite)?.body).toEqual({
      login: 'new2@example.ru',
      role: 'operator_student',
      isAdmin: false,
      isChairman: false,
      uuidUniversity: home,
    });
  });

  it('keeps what was typed through the end of the session', async () => {
    await open('/operators/invitations');
    await press('Пригласить');
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'new2@example.ru');
    act(endSession);
    cleanup();
    asProgramme();
    await open('/operators/invitations');
    await press('Пригласить');
    expect(await screen.findByDisplayValue('new2@example.ru')).toBeDefined();
  });

  it('shows the second-factor policy, which only the programme may change', async () => {
    asUniversity();
    const body = { requiredOf: 'administrators', since: '01.12.2026' };
    await open('/operators/invitations', { [calls.policy]: { body } });
    expect(await screen.findByText('Администраторам, с 01.12.2026')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  });
});
