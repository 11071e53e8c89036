import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../../kit/api/problem';
import * as uploads from '../../../shared/api/upload';
import { dismissAll, getNotices } from '../../../shared/notice/notices';
import { startSession } from '../../../shared/session/session';
import { partnerWire } from '../../../test/partners';
import { renderPages } from '../../../test/render';
import { fakeServer } from '../../../test/server';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { cardPage } from '../card/CardPage';

type Sent = { name: string; signal: AbortSignal; done: () => void; fail: (why: unknown) => void };

let sent: Sent[];

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
  sent = [];
  vi.spyOn(uploads, 'upload').mockImplementation(
    (_path, file, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal as AbortSignal;
        signal.addEventListener('abort', () => reject(signal.reason));
        const done = () => resolve({ uuidImg: 'i-1', keyImg: 'k', url: '/files/k' } as never);
        sent.push({ name: file.name, signal, done, fail: reject });
      }),
  );
});

async function open() {
  fakeServer({
    'GET /v2/partner/p-1': { body: partnerWire(), headers: { ETag: '"7"' } },
    'GET /v1/audit/partner/p-1': { body: [] },
    'PUT /v1/partner/neighbours/p-1': {
      body: { previous: null, next: null, position: 0, total: 0 },
    },
    'GET /v2/partner/photo/list/p-1': { body: [] },
    'PUT /v2/partner/comments/list': { body: [], headers: { 'x-record-count': '0' } },
    'PUT /v1/salepoint/p-1': { body: [] },
  });
  const router = await renderPages(
    { '/partners/card/$uuidPartner': cardPage(), '/away': () => <p>Далеко</p> },
    '/partners/card/p-1?tab=photos',
  );
  await screen.findByText('Добавить фотографии');
  return router;
}
const files = new Map<string, File>();
const picture = (name: string) => {
  const file = files.get(name) ?? new File(['x'], name, { type: 'image/png' });
  files.set(name, file);
  return file;
};
const add = (...names: string[]) =>
  user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, names.map(picture));
const tab = (name: RegExp) => user.click(screen.getByRole('tab', { name }));
const count = (n: number) => waitFor(() => expect(sent).toHaveLength(n));

it('uploads continue when the tab is left and are shown when it is reopened', async () => {
  await open();
  const status = await within(await screen.findByRole('tabpanel')).findByRole('status');
  await add('1.png', '2.png');
  await count(1);
  expect(status.textContent).toBe('Загружается: 1.png');
  await tab(/Торговые точки/);
  expect(sent[0]?.signal.aborted).toBe(false);
  sent[0]?.done();
  await count(2);
  await tab(/Фотографии/);
  expect(await screen.findByText('Загружается: 2.png')).toBeDefined();
  sent[1]?.done();
  await waitFor(() =>
    expect(getNotices()).toMatchObject([{ title: 'Добавлено: 2 фотографии', tone: 'success' }]),
  );
}, 20_000);

it('leaving the card asks first and cancels the upload without an error', async () => {
  const router = await open();
  await add('1.png', '2.png');
  await count(1);
  void router.navigate({ to: '/away' });
  expect(await screen.findByText(/Фотографии ещё загружаются/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Уйти' }));
  await screen.findByText('Далеко');
  expect(sent[0]?.signal.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(1);
  expect(getNotices()).toEqual([]);
}, 20_000);

it('photos not sent after a failure are named', async () => {
  await open();
  await add('1.png', '2.png', '3.png');
  await count(1);
  sent[0]?.done();
  await count(2);
  sent[1]?.fail(new Problem(503));
  expect(await screen.findByText('2.png: не загружена')).toBeDefined();
  expect(screen.getByText('3.png: не загружена')).toBeDefined();
  // The same files can be chosen again.
  await add('1.png', '2.png', '3.png');
  await count(3);
}, 20_000);
