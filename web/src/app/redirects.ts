import { type AreaDefinition, may } from '../shared/access/area';
import type { Session } from '../shared/session/session';
import type { Operator } from '../shared/session/token';
import { insideUrl } from './lastUrl';
import { matches } from './match';

/** The console's pages, as far as the redirect rules care. */
export type Site = {
  areas: readonly AreaDefinition[];
  /** Patterns of the pages for those who are not signed in. */
  openPaths: readonly string[];
};

/** What becomes of a visit: it stays (null), or goes elsewhere and perhaps is told why. */
export type Verdict = null | { to: string; forbidden: boolean };

/** Where those who are not signed in go. */
export const signIn = '/auth';
const root = '/';
// Both a stranger and somebody signed in may follow the link of a reset mail.
const resetLink = '/confirmreset/$hash';

/** The area whose page the path is. */
export const areaAt = (path: string, site: Site) =>
  site.areas.find(({ routes }) => routes.some((route) => matches(route.path, path)));

function lacksStructure(operator: Operator, site: Site): boolean {
  const built = site.areas.some(({ area }) => area === 'structure');
  return built && !operator.hierarchyFilled && may(operator.role, 'structure');
}

/** Where unknown paths lead (spec §2.2). An area not built yet gives way to the first one there is. */
export function home(operator: Operator, site: Site): string {
  const wanted = lacksStructure(operator, site)
    ? '/structure'
    : operator.role === 'operator_univer'
      ? '/partners'
      : root;
  const there = areaAt(wanted, site);
  if (there && may(operator.role, there.area)) return wanted;
  const [first] = site.areas
    .filter(({ area, menu }) => menu && may(operator.role, area))
    .sort((a, b) => Number(a.menu?.foot ?? 0) - Number(b.menu?.foot ?? 0) || order(a) - order(b));
  return first?.menu?.to ?? root;
}

const order = (definition: AreaDefinition) => definition.menu?.order ?? 0;

function visit(path: string, operator: Operator, site: Site): Verdict {
  const there = areaAt(path, site);
  if (!there) return { to: home(operator, site), forbidden: false };
  if (!may(operator.role, there.area)) {
    // The bare address is typed by everybody and names no area: no reproach for it.
    return { to: home(operator, site), forbidden: path !== root };
  }
  if (there.needsStructure && lacksStructure(operator, site)) {
    return { to: '/structure', forbidden: false };
  }
  return null;
}

/** The redirect rules of spec §2.2 and §6 and contract §2, all of them. */
export function redirectFor(
  path: string,
  session: Session,
  site: Site,
  lastUrl: string | null,
): Verdict {
  if (matches(resetLink, path)) return null;
  const open = site.openPaths.some((pattern) => matches(pattern, path));
  if (session.status !== 'in') return open ? null : { to: signIn, forbidden: false };
  if (!open) return visit(path, session.operator, site);
  const last = insideUrl(lastUrl);
  const resumes = last && visit(last.pathname, session.operator, site) === null;
  return { to: resumes ? last.href : home(session.operator, site), forbidden: false };
}
