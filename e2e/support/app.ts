// The students' app: sign-in by the code in the outbox, applications and decisions by calls, so that a journey can start in
// any state.
import { randomInt } from 'node:crypto';
import type { APIRequestContext, Route } from '@playwright/test';
import { codeFor, solve } from './codes';
import type { Server } from './server';
import { picture } from './students';
import { accounts, test as base, expect, type Page, password } from './test';

/** The test function for the students' app on a phone. */
export const test = base.extend({
  baseURL: async ({ server }, use) => use(server.students),
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
});

/** A number that no other journey uses. The first digits differ too, because too many neighbouring numbers are refused. */
export const newPhone = () => `79${randomInt(10 ** 8, 10 ** 9)}`;

type Options = { method?: string; data?: unknown; multipart?: Record<string, unknown> };

/** Calls the API as the member signed in on a page. */
export async function ownCall(page: Page, server: Server, path: string, options: Options = {}) {
  const answer = await page.request.fetch(server.students + path, {
    ...(options as object),
    headers: { Origin: server.students },
  });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Signs a page in by calls. */
export async function signInApp(page: Page, server: Server, phone = newPhone()) {
  const { challenge, bits } = await ownCall(page, server, '/s/v1/challenge');
  const nonce = solve(challenge, phone, bits);
  const data = { phone, challenge, nonce };
  const { attempt } = await ownCall(page, server, '/s/v1/auth/code', { method: 'POST', data });
  const code = await codeFor(server, phone);
  await ownCall(page, server, '/s/v1/auth/session', { method: 'POST', data: { attempt, code } });
  return phone;
}

/** The graduation year of applicants in journeys. */
export const endYear = new Date().getFullYear() + 3;

/** Sends an application by calls; the changes replace some of its fields. */
export async function apply(page: Page, server: Server, changes: object = {}, method = 'POST') {
  const found = async (path: string) => (await ownCall(page, server, path)).items;
  const upload = async (kind: string) => {
    const file = picture(`${kind}.png`, kind === 'portrait' ? 300 : 400);
    const { key } = await ownCall(page, server, '/s/v1/photos', {
      method: 'POST',
      multipart: { kind, file },
    });
    return key;
  };
  const [university] = await found('/s/v1/universities?search=МГУ');
  const [city] = await found('/s/v1/cities?search=Москва');
  const documents = await found('/s/v1/documents');
  const consents = documents
    .filter(({ kind }: { kind: string }) => kind !== 'parent')
    .map(({ kind, version }: { kind: string; version: number }) => ({ kind, version }));
  const data = {
    ...{ universityId: university.id, course: 2, startYear: endYear - 4, endYear },
    ...{ surname: 'Ёлкина', name: 'Мария', patronymic: 'Сергеевна', birthDate: '2005-04-12' },
    ...{ cityId: city.id, portrait: await upload('portrait'), document: await upload('document') },
    consents,
    ...changes,
  };
  await ownCall(page, server, '/s/v1/application', { method, data });
}

/** Calls the console's API as the operator of all universities. */
export async function operator(request: APIRequestContext, { origin }: Server) {
  const login = { login: accounts.all, password, place: 'operator' };
  const signedIn = await request.post(`${origin}/v1/auth/email`, { data: login });
  const { tokens } = await signedIn.json();
  return async (method: string, path: string, data?: unknown, headers: object = {}) => {
    const answer = await request.fetch(origin + path, {
      method,
      ...(data ? { data } : {}),
      headers: { 'X-Access-Token': tokens.accessToken, ...headers },
    });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.json().catch(() => null);
  };
}

type Decision = {
  newStatus: 'active' | 'rejected' | 'blocked';
  reasonText?: string;
  fields?: string[];
};

/** The student with this phone number in the console's list. */
async function studentBy(call: Awaited<ReturnType<typeof operator>>, phone: string) {
  for (const path of ['/v1/student/request', '/v1/student']) {
    const [found] = await call('PUT', path, { searchString: phone }, { 'X-Limit': '1' });
    if (found) return found as { uuidUser: string };
  }
  throw new Error('no such student');
}

/** Decides about the student with this phone number, as an operator. */
export async function decide(page: Page, server: Server, phone: string, decision: Decision) {
  const call = await operator(page.request, server);
  const { uuidUser } = await studentBy(call, phone);
  await call('PUT', '/v1/user/status', { uuidUser, ...decision });
}

/** Signs a page in as a student with an approved application. */
export async function becomeActive(page: Page, server: Server) {
  const phone = await signInApp(page, server);
  await apply(page, server);
  await decide(page, server, phone, { newStatus: 'active' });
  return phone;
}

/** Makes a student's card expire: an operator corrects the year. */
export async function expire(page: Page, server: Server, phone: string) {
  const call = await operator(page.request, server);
  const { uuidUser } = await studentBy(call, phone);
  const data = {
    ...{ surname: 'Ёлкина', name: 'Мария', course: 4, birthdate: '12.04.2005', phone },
    ...{ startEducation: endYear - 8, endEducation: endYear - 4 },
  };
  await call('PUT', `/v1/student/${uuidUser}`, data, { 'If-Match': '*' });
}

/** An invitation to a trade point of the demo data. */
export async function invite(page: Page, server: Server) {
  const call = await operator(page.request, server);
  const partners = await call('PUT', '/v1/partner', { status: 'active' }, { 'X-Limit': '20' });
  for (const { uuidPartner } of partners) {
    const points = await call('GET', `/v2/partner/points/map/${uuidPartner}`);
    const uuid = /"uuidSalePoint":"([^"]+)"/.exec(JSON.stringify(points))?.[1];
    if (uuid) return call('POST', `/v1/tills/point/${uuid}`, {});
  }
  throw new Error('no trade point in the demo data');
}

/** What the app keeps on the phone, as JSON by key. */
export const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('studbonus-app');
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept'); // before the app has
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept').objectStore('kept');
          const [names, values] = [store.getAllKeys(), store.getAll()];
          store.transaction.oncomplete = () => {
            opening.result.close();
            const rows = names.result.map((name, i) => [String(name), values.result[i]]);
            resolve(JSON.stringify(Object.fromEntries(rows)));
          };
        };
      }),
  );

/** The QR code of the card. */
export const qr = (page: Page) => page.getByRole('img', { name: 'QR-код карты' });

/** Types as a USB scanner under a Russian layout: only the physical keys are right. */
export const typeAsScanner = (till: Page, text: string) =>
  till.evaluate((typed) => {
    const signs: Record<string, string> = { ':': 'Semicolon', '/': 'Slash', '.': 'Period' };
    const press = (code: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: 'ё', bubbles: true }));
    for (const c of typed) press(/\d/.test(c) ? `Digit${c}` : (signs[c] ?? `Key${c}`));
    press('Enter');
  }, text);

type Row = { uuidUser: string; surname: string; vk: boolean };
const entered = 'Берёзкин';

/** The number of a student who has never used the app, born on 12.04.2005. */
export async function enteredStudent(page: Page, server: Server) {
  const call = await operator(page.request, server);
  const headers = { 'X-Limit': '100', 'X-Offset': '50' }; // leaves the first students to other journeys
  const body = { status: 'active' };
  const rows: Row[] = await call('PUT', '/v1/student', body, headers);
  // Only numbers of those with VK can be changed (rules 6.8), and not of one who has joined in another journey.
  const some = rows.find((row) => row.vk && row.surname !== entered);
  const phone = newPhone();
  const data = {
    ...{ surname: entered, name: 'Лев', course: 2, birthdate: '12.04.2005', phone },
    ...{ startEducation: endYear - 4, endEducation: endYear },
  };
  await call('PUT', `/v1/student/${some?.uuidUser}`, data, { 'If-Match': '*' });
  return phone;
}

type Promotion = { id: string; name: string; perStudent: number | null; partner: { id: string } };

/** A running promotion of the demo data that has codes. */
export async function promotionWith(
  page: Page,
  server: Server,
  perStudent: number | null,
  skip = 0,
) {
  const { items } = await ownCall(page, server, '/s/v1/promotions?limit=100');
  const fits = (p: Promotion & { state: string; codesLeft: string }) =>
    p.state === 'running' && p.codesLeft !== 'none' && p.perStudent === perStudent;
  return items.filter(fits)[skip] as Promotion;
}

/** The calls that claim a code. */
export const claims = '**/s/v1/promotions/*/claims';

/** Answers a claim with a refusal. */
export const refuse = (route: Route, type: string, detail: string) =>
  route.fulfill({
    status: 409,
    contentType: 'application/problem+json',
    body: JSON.stringify({ status: 409, title: 'Отказ', type, detail }),
  });
