import { deflateSync } from 'node:zlib';
import { expect, type Page } from './test';

/** The parts of a list row that journeys use. */
export type StudentRow = {
  uuidUser: string;
  surname: string;
  name: string;
  patronymic: string | null;
  status: string;
};

type Call = { data?: unknown; headers?: Record<string, string> };

/** Calls the server as the operator signed in on a page. */
export async function call(page: Page, method: string, path: string, { data, headers }: Call = {}) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  return page.request.fetch(path, {
    method,
    data: data ?? (method === 'GET' ? undefined : {}),
    headers: { 'X-Access-Token': token, ...headers },
  });
}

/** Rows of a list. */
export async function rowsOf(page: Page, path: string, data: object, offset = 0) {
  const headers = { 'X-Offset': String(offset), 'X-Limit': '15' };
  const answer = await call(page, 'PUT', path, { data, headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as StudentRow[];
}

/** The first row of a list from an offset: each journey uses another one. */
export async function someStudent(page: Page, data: object, offset = 0, path = '/v1/student') {
  const [row] = await rowsOf(page, path, data, offset);
  if (!row) throw new Error('no such student in the demo data');
  return row;
}

/** Surname, name, patronymic. */
export const fullName = ({ surname, name, patronymic }: StudentRow) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

/** The visible rows of a list. */
export const shownRows = (page: Page) => page.locator('[data-row]');

/** Sorts a list by the selector. */
export async function sortBy(page: Page, label: string) {
  await page.getByRole('button', { name: /^Сортировка: / }).click();
  await page.getByRole('radio', { name: label }).click();
}

/** Waits until a total that may be of the rows before a change is as expected: `await expectTotal(page).toBe(3)`. */
export const expectTotal = (page: Page) => expect.poll(() => total(page));

/** Waits until the total has changed, and returns it. */
export async function changedTotal(page: Page, before: number): Promise<number> {
  await expectTotal(page).not.toBe(before);
  return total(page);
}

/**
 * Returns the total of a list that has loaded. After a change of the list in place use expectTotal or changedTotal: the
 * address changes before the list does.
 */
export async function total(page: Page): Promise<number> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const text = await page.getByText(/^Найдено: /).textContent();
  return Number((text ?? '').replace(/\D/g, ''));
}

function chunk(type: string, body: Buffer): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const data = Buffer.concat([Buffer.from(type, 'ascii'), body]);
  let crc = 0xffffffff;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const out = Buffer.alloc(8);
  out.writeUInt32BE(body.length, 0);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([out.subarray(0, 4), data, out.subarray(4)]);
}

/** A single-colour picture, as a file to upload. */
export function picture(name = 'photo.png', size = 120) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, 0x88)]);
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** A csv file for a file field. */
export const csv = (text: string) => ({
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
