import { type AreaDefinition, may } from '../shared/access/area';
import { attentionLinks } from '../shared/links/attention';
import { authLinks } from '../shared/links/auth';
import { partnerLinks } from '../shared/links/partners';
import { structureLinks } from '../shared/links/structure';
import { studentLinks } from '../shared/links/students';
import { isFactorDue } from '../shared/session/factor';
import type { Session } from '../shared/session/session';
import type { Operator } from '../shared/session/token';
import { insideUrl } from './lastUrl';
import { matches } from './match';

/** What the redirect rules know about the pages. */
export type Site = {
  areas: readonly AreaDefinition[];
  /** Patterns of public pages. */
  openPaths: readonly string[];
};

/** The result for a path: null to stay, or a redirect, with or without a 'forbidden' notice. */
export type Verdict = null | { to: string; forbidden: boolean };

const root = studentLinks.list();
// Links from letters work with and without a session.
const mailed = [authLinks.confirmReset.path, authLinks.invitation.path];

/** The area of a path. */
export const areaAt = (path: string, site: Site) =>
  site.areas.find(({ routes }) => routes.some((route) => matches(route.path, path)));

/** Whether an operator must create the structure of the university first. */
export function lacksStructure(operator: Operator, areas: Site['areas']): boolean {
  const built = areas.some(({ area }) => area === 'structure');
  return built && !operator.hierarchyFilled && may(operator, 'structure');
}

/** The home page of an operator: the target of unknown paths (rules 20.3). */
export function home(operator: Operator, site: Site): string {
  const wanted = lacksStructure(operator, site.areas)
    ? structureLinks.tree()
    : operator.opensAttention
      ? attentionLinks.page()
      : operator.role === 'operator_univer'
        ? partnerLinks.list()
        : root;
  const there = areaAt(wanted, site);
  if (there && may(operator, there.area)) return wanted;
  const [first] = site.areas
    .filter(({ area, menu }) => menu && may(operator, area))
    .sort((a, b) => Number(a.menu?.foot ?? 0) - Number(b.menu?.foot ?? 0) || order(a) - order(b));
  return first?.menu?.to ?? root;
}

const order = (definition: AreaDefinition) => definition.menu?.order ?? 0;

function visit(path: string, operator: Operator, site: Site): Verdict {
  const there = areaAt(path, site);
  if (!there) return { to: home(operator, site), forbidden: false };
  if (!may(operator, there.area)) {
    // No notice for '/', which names no area.
    return { to: home(operator, site), forbidden: path !== root };
  }
  if (there.needsStructure && lacksStructure(operator, site.areas)) {
    return { to: structureLinks.tree(), forbidden: false };
  }
  return null;
}

/** All redirect rules (rules 20.2, 20.3). */
export function redirectFor(
  path: string,
  session: Session,
  site: Site,
  lastUrl: string | null,
): Verdict {
  if (mailed.some((pattern) => matches(pattern, path))) return null;
  if (session.status === 'in') {
    // Open to everybody signed in; the only page while a second factor is required and missing (rules 26.8).
    if (matches(authLinks.factor.path, path)) return null;
    if (isFactorDue(session.operator)) return { to: authLinks.factor(), forbidden: false };
  } else if (matches(authLinks.factor.path, path)) {
    return { to: authLinks.signIn(), forbidden: false };
  }
  const open = site.openPaths.some((pattern) => matches(pattern, path));
  if (session.status !== 'in') return open ? null : { to: authLinks.signIn(), forbidden: false };
  if (!open) return visit(path, session.operator, site);
  // Who starts with what requires attention does not return to the last page.
  const last = insideUrl(session.operator.opensAttention ? null : lastUrl);
  const resumes = last && visit(last.pathname, session.operator, site) === null;
  return { to: resumes ? last.href : home(session.operator, site), forbidden: false };
}
