import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { endSession, startSession } from '../../shared/session/session';
import { returnLater } from '../../test/refetch';
import { problem } from '../../test/server';
import { calls, cardReply, open, press } from '../../test/studentPages';
import { card } from '../../test/students';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';

const id = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11';
const move = 'PUT /v1/student/u-1/university';
const found = {
  'PUT /v1/univer': { body: [{ uuidUniversity: id, shortName: 'МГТУ', fullName: 'МГТУ' }] },
};

const dialog = async () => within(await screen.findByRole('dialog', { name: /^Перевести/ }));
const signIn = () =>
  startSession({ access: jwt({ role: 'operator_all', isAdmin: true }), refresh: 'r' });

async function choose() {
  await press('Перевести');
  await user.type(await (await dialog()).findByRole('combobox', { name: /Университет/ }), 'МГТУ');
  await user.click(await screen.findByRole('option', { name: 'МГТУ' }));
}
const confirm = async () => user.click((await dialog()).getByRole('button', { name: 'Перевести' }));

beforeEach(() => {
  dismissAll();
  signIn();
});

it('a move says that a colleague has changed the student meanwhile', async () => {
  let version = '"3"';
  const sent: (string | null)[] = [];
  const { seen } = await open('/card/u-1', {
    ...found,
    [calls.card]: () => cardReply(card().student, version),
    [move]: (request) => {
      sent.push(request.headers.get('If-Match'));
      return sent.at(-1) === version ? {} : problem(409, 'Данные уже изменены.');
    },
  });
  await choose();
  version = '"4"';
  await returnLater();
  await waitFor(() => expect(seen.filter(({ call }) => call === calls.card)).toHaveLength(2));
  await confirm();
  await press('Загрузить изменения');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await confirm();
  await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Студент переведён' }]));
  expect(sent).toEqual(['"3"', '"4"']);
});

it('the chosen university outlives the session, with its name', async () => {
  await open('/card/u-1', found);
  await choose();
  act(endSession);
  cleanup();
  signIn();
  await open('/card/u-1', found);
  await press('Перевести');
  expect(await screen.findByDisplayValue('МГТУ')).toBeDefined();
});
