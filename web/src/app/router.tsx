import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { PageRoute } from '../shared/access/area';
import { Problem } from '../shared/api/problem';
import { notifyProblem } from '../shared/notice/notices';
import { getSession, onSession } from '../shared/session/session';
import { readLastUrl, writeLastUrl } from '../shared/session/storage';
import { BrokenScreen } from '../shared/ui/BrokenScreen';
import { Preloader } from '../shared/ui/Preloader';
import { insideUrl } from './lastUrl';
import { areaAt, redirectFor } from './redirects';
import { openPages, site } from './registry';
import { parseSearch, stringifySearch } from './search';

// The one gate: every navigation passes the redirect rules before anything of a page is loaded.
function gate(pathname: string, preload: boolean) {
  const verdict = redirectFor(pathname, getSession(), site, readLastUrl());
  if (!verdict) return;
  if (verdict.forbidden && !preload) notifyProblem(new Problem(403));
  const { pathname: to, search = '' } = insideUrl(verdict.to) ?? { pathname: '/' };
  throw redirect({ to, search: parseSearch(search), replace: true });
}

const root = createRootRoute({
  beforeLoad: ({ location, preload }) => gate(location.pathname, preload),
  component: Outlet,
  // Unknown paths never get here: the gate has sent them home.
  notFoundComponent: Preloader,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/Shell'), 'Shell'),
});

const pageUnder = (parent: AnyRoute) => (page: PageRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: page.path,
    component: lazyRouteComponent(async () => ({ default: await page.page() })),
  });

shell.addChildren(site.areas.flatMap(({ routes }) => routes).map(pageUnder(shell)));
root.addChildren([shell, ...openPages.map(pageUnder(root))]);

/** The console's router: open pages bare, areas inside the shell. */
export const router = createRouter({
  routeTree: root,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Preloader,
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: true,
});

/** Lets the router follow the session, and remembers the page last seen. */
export function connectRouter() {
  onSession(() => void router.invalidate());
  router.subscribe('onResolved', ({ toLocation }) => {
    // Only pages of the console: never the reset link, which holds a secret (security V25).
    if (getSession().status !== 'in' || !areaAt(toLocation.pathname, site)) return;
    writeLastUrl(location.pathname + location.search);
  });
}
