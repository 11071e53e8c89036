import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageRoute } from '../shared/access/area';
import { Problem } from '../shared/api/problem';
import { notifyProblem } from '../shared/notice/notices';
import { getSession, onSession } from '../shared/session/session';
import { readLastUrl, writeLastUrl } from '../shared/session/storage';
import { common } from '../shared/texts';
import { BrokenScreen } from '../shared/ui/BrokenScreen';
import { lazily } from '../shared/ui/lazily';
import { Page } from '../shared/ui/Page';
import { Preloader } from '../shared/ui/Preloader';
import { insideUrl } from './lastUrl';
import { areaAt, redirectFor, signIn } from './redirects';
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

// A page on its way, and one whose code does not come.
const page = {
  waiting: <Preloader />,
  frame: ({ children }: { children: ReactNode }) => (
    <Page title={common.broken.title}>{children}</Page>
  ),
};

const root = createRootRoute({
  beforeLoad: ({ location, preload }) => gate(location.pathname, preload),
  component: Outlet,
  // Unknown paths never get here: the gate has sent them home.
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

// Fetched ahead: a logout without a network must still reach the sign-in page.
const fetchSignIn = () =>
  openPages
    .find(({ path }) => path === signIn)
    ?.page()
    .catch(() => undefined);

/** Lets the router follow the session, and remembers the page last seen. */
export function connectRouter() {
  onSession(() => void router.invalidate());
  router.subscribe('onResolved', ({ toLocation }) => {
    // Only pages of the console: never the reset link, which holds a secret (security V25).
    if (getSession().status !== 'in' || !areaAt(toLocation.pathname, site)) return;
    writeLastUrl(location.pathname + location.search);
    void fetchSignIn();
  });
}
