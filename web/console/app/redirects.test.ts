import { describe, expect, it } from 'vitest';
import type { Role } from '../shared/access/access.gen';
import type { Session } from '../shared/session/session';
import { allAreas, openPaths } from '../test/areas';
import { operator } from '../test/tokens';
import { home, redirectFor, type Site, type Verdict } from './redirects';

const whole: Site = { areas: allAreas, openPaths };
const today: Site = { areas: allAreas.filter(({ area }) => area === 'settings'), openPaths };

const out: Session = { status: 'out' };
const signedIn = (changes: Parameters<typeof operator>[0]): Session => ({
  status: 'in',
  operator: operator(changes),
});
const as = (role: Role, hierarchyFilled = true) => signedIn({ role, hierarchyFilled });
const admin = signedIn({ admin: true });
const due = signedIn({ factorFrom: '2026-01-01' });
const later = signedIn({ factorFrom: '2999-01-01' });

const stay: Verdict = null;
const go = (to: string): Verdict => ({ to, forbidden: false });
const told = (to: string): Verdict => ({ to, forbidden: true });

type Row = [name: string, session: Session, path: string, verdict: Verdict];

const rows: Row[] = [
  ['a stranger may sign in', out, '/auth', stay],
  ['a stranger may ask for a reset', out, '/auth/resetpassword', stay],
  ['a stranger may confirm a reset', out, '/confirmreset/aB3-_x', stay],
  ['a stranger has no students', out, '/', go('/auth')],
  ['a stranger has no settings', out, '/settings', go('/auth')],
  ['a stranger and an unknown path', out, '/nowhere', go('/auth')],
  ['a stranger and a reset link without its hash', out, '/confirmreset', go('/auth')],
  ['pending counts as a stranger', { status: 'pending' }, '/settings', go('/auth')],

  ['operator_all opens students', as('operator_all'), '/', stay],
  ['operator_all opens a card', as('operator_all'), '/card/1b4e-aa', stay],
  ['operator_all opens a card with a slash after it', as('operator_all'), '/card/1b4e-aa/', stay],
  ['operator_all opens the railway bonus', as('operator_all'), '/rzd-bonus', stay],
  ['operator_all leaves sign-in for home', as('operator_all'), '/auth', go('/')],
  ['operator_all may follow a reset link', as('operator_all'), '/confirmreset/abc', stay],
  ['operator_all and an unknown path', as('operator_all'), '/nowhere', go('/')],
  ['operator_all and a deeper unknown path', as('operator_all'), '/card', go('/')],
  ['case matters', as('operator_all'), '/Settings', go('/')],

  ['operator_student opens applications', as('operator_student'), '/application', stay],
  ['operator_student opens knowledge', as('operator_student'), '/knowledge', stay],
  ['operator_student has no partners', as('operator_student'), '/partners', told('/')],
  ['operator_student has no reviews', as('operator_student'), '/feedbacks', told('/')],
  ['operator_student has no railway bonus', as('operator_student'), '/rzd-bonus', told('/')],

  ['operator_univer opens partners', as('operator_univer'), '/partners/card/1', stay],
  ['operator_univer opens statistics', as('operator_univer'), '/statistics', stay],
  ['operator_univer at the bare address', as('operator_univer'), '/', go('/partners')],
  ['operator_univer has no card', as('operator_univer'), '/card/1', told('/partners')],
  ['operator_univer has no structure', as('operator_univer'), '/structure', told('/partners')],
  ['operator_univer has no knowledge', as('operator_univer'), '/knowledge', told('/partners')],
  ['operator_univer and an unknown path', as('operator_univer'), '/nowhere', go('/partners')],
  ['operator_univer leaves sign-in', as('operator_univer'), '/auth', go('/partners')],

  ['chairman opens reviews', as('chairman'), '/feedback/1', stay],
  ['chairman has no knowledge', as('chairman'), '/knowledge', told('/')],
  ['chairman and an unknown path', as('chairman'), '/nowhere', go('/')],

  ['an administrator opens operators', admin, '/operators', stay],
  ['a role alone has no operators', as('operator_all'), '/operators', told('/')],
  ['a stranger may follow an invitation', out, '/invite/aB3-_x', stay],
  ['an operator may follow an invitation', as('operator_all'), '/invite/aB3-_x', stay],
  ['a stranger has no second factor', out, '/second-factor', go('/auth')],
  ['an operator may set up a second factor', as('operator_all'), '/second-factor', stay],
  ['a missing factor: everything leads to its set-up', due, '/settings', go('/second-factor')],
  ['a missing factor: the set-up itself', due, '/second-factor', stay],
  ['a missing factor that is required later', later, '/settings', stay],

  ['no structure: students', as('operator_student', false), '/', go('/structure')],
  ['no structure: applications', as('chairman', false), '/application', go('/structure')],
  ['no structure: an unknown path', as('operator_all', false), '/nowhere', go('/structure')],
  ['no structure: after sign-in', as('operator_student', false), '/auth', go('/structure')],
  ['no structure: structure itself', as('operator_student', false), '/structure', stay],
  ['no structure: news need none', as('operator_student', false), '/news', stay],
  ['no structure: partners need none', as('chairman', false), '/partners', stay],
  [
    'no structure: a forbidden area',
    as('operator_student', false),
    '/partners',
    told('/structure'),
  ],
  ['no structure: a role without it', as('operator_univer', false), '/', go('/partners')],
];

describe('redirect rules with every area built', () => {
  it.each(rows)('%s', (_name, session, path, verdict) => {
    expect(redirectFor(path, session, whole, null)).toEqual(verdict);
  });

  it('never redirects a redirected visit again', () => {
    for (const [, session, path] of rows) {
      const first = redirectFor(path, session, whole, null);
      if (first) expect(redirectFor(first.to, session, whole, null)).toBeNull();
    }
  });
});

describe('redirect rules while only settings exist', () => {
  const roles: Role[] = ['operator_all', 'operator_student', 'operator_univer', 'chairman'];
  it.each(roles)('%s lands on settings, with and without a structure', (role) => {
    for (const path of ['/', '/auth', '/partners', '/nowhere']) {
      expect(redirectFor(path, as(role), today, null)).toEqual(go('/settings'));
      expect(redirectFor(path, as(role, false), today, null)).toEqual(go('/settings'));
    }
    expect(redirectFor('/settings', as(role, false), today, null)).toBeNull();
  });

  it('prefers an area in the menu to one at its bottom', () => {
    const site = { ...whole, areas: allAreas.filter(({ area }) => area !== 'students') };
    expect(home(operator(), site)).toBe('/application');
  });
});

describe('an operator who starts with what requires attention', () => {
  const starts = (path: string, changes: Parameters<typeof operator>[0] = {}) =>
    redirectFor(path, signedIn({ opensAttention: true, ...changes }), whole, '/news');

  it('opens it after sign-in instead of the last page', () => {
    expect(starts('/auth')).toEqual(go('/attention'));
  });
  it('goes on to other pages', () => {
    expect(starts('/')).toBe(stay);
    expect(starts('/news')).toBe(stay);
  });
  it('creates a structure first', () => {
    expect(starts('/auth', { hierarchyFilled: false })).toEqual(go('/structure'));
  });
});

describe('return to the page last seen', () => {
  const resumed = (lastUrl: string | null, session = as('operator_all')) =>
    redirectFor('/auth', session, whole, lastUrl);

  it('resumes a page with its search', () => {
    expect(resumed('/application?page=3&q=%D0%B8')).toEqual(go('/application?page=3&q=%D0%B8'));
  });
  it('does not resume what the role may not open', () => {
    expect(resumed('/knowledge', as('operator_univer'))).toEqual(go('/partners'));
  });
  it('does not resume a page that needs a missing structure', () => {
    expect(resumed('/application', as('operator_student', false))).toEqual(go('/structure'));
  });
  it('does not resume sign-in pages', () => {
    expect(resumed('/auth')).toEqual(go('/'));
    expect(resumed('/confirmreset/abc')).toEqual(go('/'));
  });
  it('applies on the sign-in pages only', () => {
    expect(redirectFor('/nowhere', as('operator_all'), whole, '/news')).toEqual(go('/'));
  });
});
