import { access, type Role } from '../access/access.gen';

/** The operator in the access token. For display only: the server authorises. */
export type Operator = {
  id: string;
  name: string;
  surname: string;
  login: string;
  role: Role;
  /** Has the chairman's news permissions, by role or by flag (rules 5.1). */
  chairman: boolean;
  /** Administrator: of the programme with operator_all, else of the home university. */
  admin: boolean;
  /** The home university has a structure. */
  hierarchyFilled: boolean;
  /** The day (yyyy-mm-dd) from which a second factor is required, while there is none; empty if never. */
  factorFrom: string;
  /** After sign-in the console opens what requires attention. */
  opensAttention: boolean;
  /** The slash key focuses the search. */
  slashKey: boolean;
  /** The keys of cards and of working through a list act. */
  pageKeys: boolean;
};

/** Claims of an access token; times in ms. */
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

/** Decodes an access token; null if it is unreadable or has an unknown role. */
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
      admin: claims.isAdmin === true,
      hierarchyFilled: claims.hierarchyFilled === true,
      factorFrom: text(claims.factorFrom),
      opensAttention: claims.opensAttention === true,
      slashKey: claims.slashKey !== false,
      pageKeys: claims.pageKeys !== false,
    },
    issuedAt: Number(claims.iat ?? 0) * 1000,
    expiresAt: Number(claims.exp ?? 0) * 1000,
  };
}
