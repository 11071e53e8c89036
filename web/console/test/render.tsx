import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../shared/api/queryClient';
import { NoticeList } from '../shared/notice/NoticeList';
import { theme } from '../shared/theme/theme';

/** Renders inside the console's providers. */
export const renderBare = (children: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={createQueryClient()}>
        {children}
        <NoticeList />
      </QueryClientProvider>
    </MantineProvider>,
  );

type Pages = Record<string, () => ReactNode>;

/** Renders pages by path and opens the first. */
export async function renderPages(pages: Pages, at = Object.keys(pages)[0] ?? '/') {
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  renderBare(<RouterProvider router={router} />);
  return router;
}
