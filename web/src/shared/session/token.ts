import { access, type Role } from '../access/access.gen';

/** Whoever is signed in, as the access token tells it. Shown, never trusted: the server decides. */
export type Operator = {
  id: string;
  name: string;
  surname: string;
  login: string;
  role: Role;
  /** Has the chairman's news powers, by role or by flag (contract §1). */
  chairman: boolean;
  /** The home university has a structure. */
  hierarchyFilled: boolean;
};

/** What is read of an access token; times in milliseconds. */
export type Token = { operator: Operator; issuedAt: number; expiresAt: number };

const roles: ReadonlySet<string> = new Set(Object.values(access).flat());

const isRole = (value: unknown): value is Role => typeof value === 'string' && roles.has(value);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function payload(jwt: string): Record<string, unknown> | null {
  try {
    const part = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Reads an access token; null when it is unreadable or its role is not one of ours. */
export function readToken(jwt: string): Token | null {
  const claims = payload(jwt);
  if (!claims || !isRole(claims.role)) return null;
  return {
    operator: {
      id: String(claims.sub ?? ''),
      name: text(claims.name),
      surname: text(claims.surname),
      login: text(claims.login),
      role: claims.role,
      chairman: claims.role === 'chairman' || claims.adminSupportingRole === 'chairman',
      hierarchyFilled: claims.hierarchyFilled === true,
    },
    issuedAt: Number(claims.iat ?? 0) * 1000,
    expiresAt: Number(claims.exp ?? 0) * 1000,
  };
}
