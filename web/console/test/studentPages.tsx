import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApplicationCardPage, StudentCardPage } from '../features/students/CardPage';
import { StudentEditPage } from '../features/students/EditPage';
import { renderPages } from './render';
import { fakeServer } from './server';
import { card, faculties } from './students';

/** Calls of the pages of a student. */
export const calls = {
  card: 'GET /v1/student/u-1',
  save: 'PUT /v1/student/u-1',
  move: 'PUT /v1/user/status',
  history: 'GET /v1/audit/student/u-1',
  near: 'PUT /v1/student/neighbours/u-1',
  applicationNear: 'PUT /v1/student/request/neighbours/u-1',
  faculties: 'GET /v1/univer/faculty',
  device: 'GET /v1/student/u-1/device',
  reset: 'DELETE /v1/student/u-1/device',
  unbind: 'PUT /v1/student/u-1/account/unbind',
  checks: 'GET /v1/student/u-1/checks',
  undo: 'PUT /v1/user/status/undo',
};

type Table = Parameters<typeof fakeServer>[0];
const noDevice = {
  validUntil: '30.09.2028',
  since: null,
  seenAt: null,
  isSignedIn: false,
  countMoves: 0,
  farAt: null,
  farKm: 0,
};
const near = { body: { previous: null, next: 'u-2', position: 1, total: 9 } };
export const cardReply = (student = card().student, etag = '"3"') => ({
  body: student,
  headers: { ETag: etag },
});

/** Opens a page of student u-1 on a fake server. */
export async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.card]: cardReply(),
    [calls.history]: { body: [] },
    [calls.near]: near,
    [calls.applicationNear]: near,
    [calls.faculties]: { body: faculties },
    [calls.device]: { body: noDevice },
    [calls.checks]: { body: { items: [] } },
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
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, exact: true } as never));
export const sent = (seen: { call: string; body: unknown }[], call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);
