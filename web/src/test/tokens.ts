import type { Operator } from '../shared/session/token';

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** An access token with these claims over the usual ones; nobody checks its signature here. */
export function jwt(claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const usual = {
    sub: 'operator-1',
    name: 'Мария',
    surname: 'Ёлкина',
    login: 'all@demo.studbonus.ru',
    role: 'operator_all',
    adminSupportingRole: null,
    hierarchyFilled: true,
    iat: now,
    exp: now + 600,
  };
  return `${encode({ alg: 'HS256' })}.${encode({ ...usual, ...claims })}.signature`;
}

/** Somebody signed in. */
export const operator = (changes: Partial<Operator> = {}): Operator => ({
  id: 'operator-1',
  name: 'Мария',
  surname: 'Ёлкина',
  login: 'all@demo.studbonus.ru',
  role: 'operator_all',
  chairman: false,
  hierarchyFilled: true,
  ...changes,
});
