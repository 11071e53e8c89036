import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { codeFor, solve } from './codes';
import type { Server } from './server';
import { picture } from './students';
import { expect } from './test';

/** Calls the students' API as a member's native app. */
export type Member = {
  get: (path: string) => Promise<Answer>;
  send: (method: 'POST' | 'PUT', path: string, data?: object) => Promise<Answer>;
  photo: (kind: 'portrait' | 'document') => Promise<string>;
};
type Answer = { status: number; body: Record<string, never> & Item & { items: Item[] } };
type Item = { id: string; kind: string; version: number };

function caller(request: APIRequestContext, { students }: Server, token: string): Member {
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, options: object = {}) => {
    const answer = await request.fetch(`${students}${path}`, { method, headers, ...options });
    const isJSON = answer.headers()['content-type']?.includes('json');
    return { status: answer.status(), body: isJSON ? await answer.json() : {} } as Answer;
  };
  return {
    get: (path) => call('GET', path),
    send: (method, path, data = {}) => call(method, path, { data }),
    photo: async (kind) => {
      const multipart = { kind, file: picture() };
      const { status, body } = await call('POST', '/s/v1/photos', { multipart });
      expect(status).toBe(200);
      return (body as unknown as { key: string }).key;
    },
  };
}

/** Signs in by phone number, with the code from the outbox. */
export async function signInMember(request: APIRequestContext, server: Server, phone: string) {
  const guest = caller(request, server, '');
  const { challenge, bits } = (await guest.get('/s/v1/challenge')).body as unknown as {
    challenge: string;
    bits: number;
  };
  const nonce = solve(challenge, phone, bits);
  const asked = await guest.send('POST', '/s/v1/auth/code', { phone, challenge, nonce });
  expect(asked.status).toBe(202);
  const { attempt } = asked.body as unknown as { attempt: string };
  const state = async () => (await guest.get(`/s/v1/auth/code/${attempt}`)).body;
  await expect.poll(state).toEqual({ state: 'sent', hint: null });
  const code = await codeFor(server, phone);
  const entered = await guest.send('POST', '/s/v1/auth/session', { attempt, code, isNative: true });
  expect(entered.status).toBe(200);
  return caller(request, server, (entered.body as unknown as { token: string }).token);
}

const firstOf = async (member: Member, path: string) => (await member.get(path)).body.items[0]?.id;

/** A valid application to the first university found, МГУ if none is named. */
export async function applicationOf(member: Member, surname: string, university = 'мгу') {
  const universityId = await firstOf(member, `/s/v1/universities?search=${encodeURI(university)}`);
  const { items } = (await member.get('/s/v1/documents')).body;
  const year = new Date().getFullYear();
  return {
    universityId,
    facultyId: await firstOf(member, `/s/v1/universities/${universityId}/faculties`),
    cityId: await firstOf(member, `/s/v1/cities?search=${encodeURI('Москва')}`),
    ...{ course: 1, startYear: year, endYear: year + 4 },
    ...{ surname, name: 'Вера', birthDate: `${year - 19}-05-20` },
    portrait: await member.photo('portrait'),
    document: await member.photo('document'),
    consents: items
      .filter(({ kind }) => kind !== 'parent')
      .map(({ kind, version }) => ({ kind, version })),
  };
}

/** The content of a phone's QR code: its handle and the proof of the current step. */
export function cardToken(handle: string, secret: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const step = Math.floor(Date.now() / 30_000);
  const mac = createHmac('sha256', Buffer.from(secret, 'base64url')).update(`card:${step}`);
  const bits = [...mac.digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const proof = Array.from({ length: 10 }, (_, i) => bits.slice(i * 5, i * 5 + 5));
  return handle + proof.map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
