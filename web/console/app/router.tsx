import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../../kit/api/problem';
import type { PageRoute } from '../shared/access/area';
import { notifyProblem } from '../shared/notice/notices';
import { getSession, onSession } from '../shared/session/session';
import { readLastUrl, writeLastUrl } from '../shared/session/storage';
import { common } from '../shared/texts';
import { BrokenScreen } from '../shared/ui/BrokenScreen';
import { lazily } from '../shared/ui/lazily';
import { Page } from '../shared/ui/Page';
import { Preloader } from '../shared/ui/Preloader';
import { insideUrl } from './lastUrl';
import { areaAt, redirectFor } from './redirects';
import { openPages, site } from './registry';
import { parseSearch, stringifySearch } from './search';

// Every navigation passes the redirect rules before a page loads.
function gate(pathname: string, preload: boolean) {
  const verdict = redirectFor(pathname, getSession(), site, readLastUrl());
  if (!verdict) return;
  if (verdict.forbidden && !preload) notifyProblem(new Problem(403));
  const { pathname: to, search = '' } = insideUrl(verdict.to) ?? { pathname: '/' };
  throw redirect({ to, search: parseSearch(search), replace: true });
}

// Loading and failed states of a page's code.
const page = {
  waiting: <Preloader />,
  frame: ({ children }: { children: ReactNode }) => (
    <Page title={common.broken.title}>{children}</Page>
  ),
};

const root = createRootRoute({
  beforeLoad: ({ location, preload }) => gate(location.pathname, preload),
  component: Outlet,
  // Unknown paths are redirected before this.
  notFoundComponent: Preloader,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazily(() => import('./shell/Shell').then((file) => file.Shell), page),
});

const pageUnder =
  (parent: AnyRoute) =>
  ({ path, page: load }: PageRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazily(load, page),
    });

shell.addChildren(site.areas.flatMap(({ routes }) => routes).map(pageUnder(shell)));
root.addChildren([shell, ...openPages.map(pageUnder(root))]);

/** The router: public pages without the shell, areas inside it. */
export const router = createRouter({
  routeTree: root,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Preloader,
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: true,
});

/** Re-evaluates redirects when the session changes, and stores the last visited page. */
export function connectRouter() {
  onSession(() => void router.invalidate());
  router.subscribe('onResolved', ({ toLocation }) => {
    // Only signed-in pages: a reset link contains a secret (rules 17.17).
    if (getSession().status !== 'in' || !areaAt(toLocation.pathname, site)) return;
    writeLastUrl(location.pathname + location.search);
  });
}
