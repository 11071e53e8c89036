import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer } from '../../../kit/api/answer';
import { renderBare } from '../../test/render';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { IdentityDialog } from '../confirm/IdentityDialog';
import { cancelIdentity, useIdentityQuestion } from '../confirm/identity';
import { dismissAll, getNotices, notifyProblem } from '../notice/notices';
import { startSession } from '../session/session';
import { http } from './client';

const invite = 'POST /v1/invitations';
const confirm = 'PUT /v1/auth/confirm';
const factor = 'GET /v1/auth/factor';
const unconfirmed = {
  status: 403,
  body: { type: 'confirm', title: 'x', status: 403, detail: 'Подтвердите, что это вы.' },
};
const key = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11';
const body = { login: 'a@b.ru', role: 'chairman', uuidUniversity: 'u-1' } as const;

function Identity() {
  const question = useIdentityQuestion();
  return question && <IdentityDialog settle={question.settle} />;
}

// The dialog asks this to know whether it may offer a code; the tests do not check it.
const withFactor = (isOn: boolean) => ({ body: { isOn } });
const callsOf = (seen: ReturnType<typeof fakeServer>) => seen.filter(({ call }) => call !== factor);

// Refuses a call until the identity is confirmed with the right password.
function guarded() {
  let proved = false;
  return fakeServer({
    [factor]: withFactor(false),
    [invite]: () => (proved ? { body: { uuidInvitation: 'i-1' } } : unconfirmed),
    [confirm]: async (request) => {
      const { password } = (await request.json()) as { password?: string };
      proved = password === 'right';
      const wrong = [{ field: 'password', message: 'Неверный пароль' }];
      return proved ? {} : { status: 401, body: { title: 'x', status: 401, errors: wrong } };
    },
  });
}

const send = () =>
  answer(http.POST('/v1/invitations', { body, params: { header: { 'Idempotency-Key': key } } }));
const passwordField = () =>
  screen.findByLabelText('Пароль', { selector: 'input[type="password"]' });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r1' });
  renderBare(<Identity />);
});

it('asks for the password and repeats the call with the same key', async () => {
  const seen = guarded();
  const sent = send();
  const password = await passwordField();
  await press('Подтвердить');
  expect(screen.getByText('Укажите пароль')).toBeDefined();
  await user.type(password, 'wrong');
  await press('Подтвердить');
  expect(await screen.findByText('Неверный пароль')).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull(); // there is no second factor
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  expect(await sent).toEqual({ uuidInvitation: 'i-1' });
  expect(callsOf(seen).map(({ call }) => call)).toEqual([invite, confirm, confirm, invite]);
  const [first, last] = [seen[0], seen.at(-1)];
  expect(first?.key).toBe(key);
  expect(last).toEqual(first);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks once for several calls', async () => {
  guarded();
  const both = Promise.all([send(), send()]);
  const password = await passwordField();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.type(password, 'right{Enter}');
  expect(await both).toHaveLength(2);
});

it.each([
  ['a cancelled question', () => press('Отменить')],
  ['a sign-out', async () => act(cancelIdentity)],
])('%s leaves the refusal, without a notice', async (_, end) => {
  const seen = guarded();
  const sent = send().catch((thrown: unknown) => thrown);
  await screen.findByRole('dialog');
  await end();
  const refusal = await sent;
  expect(refusal).toMatchObject({ status: 403, type: 'confirm' });
  notifyProblem(refusal);
  expect(getNotices()).toEqual([]);
  expect(callsOf(seen)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('takes a code instead of the password', async () => {
  const seen = fakeServer({
    [factor]: withFactor(true),
    [invite]: unconfirmed,
    [confirm]: {},
  });
  const sent = send().catch(() => undefined);
  await screen.findByRole('dialog');
  await user.click(await screen.findByRole('radio', { name: 'Код' }));
  await user.type(screen.getByLabelText('Код из приложения или резервный код'), '123456{Enter}');
  await sent;
  expect(callsOf(seen)[1]).toMatchObject({ call: confirm, body: { code: '123456' } });
});

it('says that there is no network for the proof, and takes another try', async () => {
  const seen = fakeServer({ [factor]: withFactor(false), [invite]: unconfirmed });
  const sent = send().catch(() => undefined);
  await user.type(await passwordField(), 'right{Enter}');
  expect(await screen.findByText(/Проверьте интернет-соединение/)).toBeDefined();
  await press('Подтвердить');
  await waitFor(() => expect(callsOf(seen)).toHaveLength(3));
  await press('Отменить');
  await sent;
});
