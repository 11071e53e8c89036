import type { Operator } from '../shared/session/token';

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** An access token with these claims merged into the defaults. Its signature is not checked here. */
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
    isAdmin: false,
    factorFrom: null,
    opensAttention: false,
    slashKey: true,
    pageKeys: true,
    iat: now,
    exp: now + 600,
  };
  return `${encode({ alg: 'HS256' })}.${encode({ ...usual, ...claims })}.signature`;
}

/** A signed-in operator. */
export const operator = (changes: Partial<Operator> = {}): Operator => ({
  id: 'operator-1',
  name: 'Мария',
  surname: 'Ёлкина',
  login: 'all@demo.studbonus.ru',
  role: 'operator_all',
  chairman: false,
  admin: false,
  hierarchyFilled: true,
  factorFrom: '',
  opensAttention: false,
  slashKey: true,
  pageKeys: true,
  ...changes,
});
