import { call } from './students';
import { expect, type Page } from './test';

/** The parts of a news item that journeys use. */
export type NewsItem = {
  uuidNews: string;
  title: string;
  approve: string;
  typeNews: string;
  hasEvent: boolean;
  hasPooling: boolean;
  canEdit: boolean;
  photoUrl: { keyFile: string }[];
  publishBegin: string | null;
  publishEnd: string | null;
  tags: string[];
  event: { placesCountBooked: number; address: string | null; placesCount: number | null } | null;
  pooling: { voted: number; questions: { answerVariants: { answerVariant: string }[] }[] } | null;
};

/** List items as seen by the operator signed in on a page. */
export async function newsOf(page: Page, data: object = {}): Promise<NewsItem[]> {
  const answer = await call(page, 'PUT', '/v1/news', { data, headers: { 'X-Limit': '100' } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as NewsItem[];
}

/** The first item that meets a condition. */
export async function someNews(page: Page, wanted: (item: NewsItem) => boolean, data: object = {}) {
  const item = (await newsOf(page, data)).find(wanted);
  if (!item) throw new Error('no such news item in the demo data');
  return item;
}

/** An item as stored. */
export async function newsCard(page: Page, uuidNews: string): Promise<NewsItem> {
  return (await call(page, 'GET', `/v1/news/${uuidNews}`)).json();
}

/** The id of the item whose card is open. */
export const openedNews = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? '';

/** The date n days from now in Moscow, as typed: ddMMyyyy. */
export function dayFromNow(days: number): string {
  const at = new Date(Date.now() + (3 + days * 24) * 3_600_000).toISOString();
  return `${at.slice(8, 10)}${at.slice(5, 7)}${at.slice(0, 4)}`;
}

/** Types a date and a time into the two inputs of a moment. */
export async function fillMoment(page: Page, label: string, date: string, time: string) {
  await page.getByRole('textbox', { name: `${label}: дата` }).fill(date);
  await page.getByRole('textbox', { name: `${label}: время` }).fill(time);
}

/** Opens the form of a new item and fills in the required fields. */
export async function startNews(page: Page, title: string, level: string) {
  await page.goto('/news/add');
  await page.getByRole('textbox', { name: 'Заголовок' }).fill(title);
  await page.getByRole('combobox', { name: 'Тип' }).selectOption(level);
}

/** Waits for the card of an item. */
export async function expectCard(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('region', { name: 'Публикация' })).toBeVisible();
}

/** The badge beside the title of a card. */
export const statusOf = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
