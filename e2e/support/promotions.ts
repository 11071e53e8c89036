import { call } from './students';
import { expect, type Page } from './test';

/** The parts of a list row that journeys use. */
export type PromotionRow = {
  uuidStock: string;
  name: string;
  status: string;
  state: string;
  usedCodesCount: number;
  remainingCodesCount: number;
  partner: { uuidPartner: string; name: string; status: string };
};

/** Rows of the list of promotions. */
export async function promotions(page: Page, data: object, offset = 0) {
  const headers = { 'X-Offset': String(offset), 'X-Limit': '100' };
  const answer = await call(page, 'PUT', '/v1/stock', { data, headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as PromotionRow[];
}

/** A promotion of the demo data that meets a condition. */
export async function somePromotion(
  page: Page,
  data: object,
  fits: (row: PromotionRow) => boolean = () => true,
) {
  const row = (await promotions(page, data)).find(fits);
  if (!row) throw new Error('no such promotion in the demo data');
  return row;
}

/** A partner that students see, by its position in the list: each journey uses another one. */
export async function somePartner(page: Page, offset: number) {
  const headers = { 'X-Offset': String(offset), 'X-Limit': '1' };
  const data = { status: 'active' };
  const answer = await call(page, 'PUT', '/v1/partner', { data, headers });
  const [row] = (await answer.json()) as { uuidPartner: string; name: string }[];
  if (!row) throw new Error('no such partner in the demo data');
  return row;
}

/** Creates a promotion for one journey. */
export async function newPromotion(page: Page, name: string, offset = 0) {
  const { uuidPartner } = await somePartner(page, offset);
  const data = {
    ...{ uuidPartner, name, description: 'Скидка по промокоду', winLimit: 1 },
    ...{ dateBegin: '01.01.2026', dateEnd: '31.12.2099' },
  };
  const answer = await call(page, 'POST', '/v1/stock', { data });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uuidStock: string }).uuidStock;
}

/** A codes file for an upload. */
export const csv = (lines: readonly string[], name = 'codes.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
