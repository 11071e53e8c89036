import { call } from './students';
import { expect, type Page } from './test';

/** The parts of a partner's card that journeys use. */
export type PartnerCard = {
  uuidPartner: string;
  name: string;
  status: string;
  uuidMainCity: string;
  nameMainCity: string;
  category: { uuidCategory: string; name: string };
  phone: string;
  inn: string | null;
  countDiscounts: number;
  countSalePoints: number;
  countPhoto: number;
  countComments: number;
  countComplaints: number;
  countVacancies: number;
};

/** Every partner of the demo data that journeys may use. */
export async function partners(page: Page, body: object = {}) {
  const headers = { 'X-Limit': '100' };
  const answer = await call(page, 'PUT', '/v1/partner', { data: body, headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uuidPartner: string; name: string; status: string }[];
}

/** A partner's card from the server. */
export async function partnerCard(page: Page, uuid: string) {
  const answer = await call(page, 'GET', `/v2/partner/${uuid}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as PartnerCard;
}

/** The first partner of the list whose card meets a condition. */
export async function somePartner(page: Page, wish: (card: PartnerCard) => boolean) {
  for (const { uuidPartner } of await partners(page)) {
    const card = await partnerCard(page, uuidPartner);
    if (wish(card)) return card;
  }
  throw new Error('no such partner in the demo data');
}

/** Creates a partner for one journey by a call, so that none disturbs another. */
export async function newPartner(page: Page, name: string): Promise<PartnerCard> {
  const cities = await (
    await call(page, 'PUT', '/v1/city', { data: { nameCity: 'Казань' } })
  ).json();
  const categories = await (await call(page, 'GET', '/v1/category')).json();
  const answer = await call(page, 'POST', '/v2/partner', {
    data: {
      name,
      phone: '79123456789',
      uuidMainCity: cities[0].uuid,
      category: { uuidCategory: categories[0].uuidCategory },
    },
  });
  expect(answer.status()).toBe(200);
  return partnerCard(page, (await answer.json()).uuidPartner);
}

/** Seven equal days. */
const week = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'].map((name) => ({
  name,
  startWork: '10:00',
  endWork: '20:00',
}));

/** Adds trade points to a partner's main city by a call. */
export async function addPoints(page: Page, card: PartnerCard, addresses: string[]) {
  const answer = await call(page, 'POST', '/v2/partner/points/add', {
    data: {
      uuidPartner: card.uuidPartner,
      uuidCity: card.uuidMainCity,
      salePoints: addresses.map((address, i) => ({
        address,
        timeWork: week,
        geo: { latitude: 55.79 + i / 100, longitude: 49.12 },
      })),
    },
  });
  expect(answer.status()).toBe(200);
}

/** Opens a card, optionally on one of its tabs. */
export async function openCard(page: Page, uuid: string, tab = '') {
  await page.goto(`/partners/card/${uuid}${tab && `?tab=${tab}`}`);
  await expect(page.getByRole('region', { name: 'О партнёре' })).toBeVisible();
}

/** A tab of the card by its label. */
export const tab = (page: Page, word: string) =>
  page.getByRole('tab', { name: new RegExp(`^${word}`) });
