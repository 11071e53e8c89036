import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../shared/api/queryClient';
import { NoticeList } from '../shared/notice/NoticeList';
import { dismissAll } from '../shared/notice/notices';
import { getSession, onSession, useSession } from '../shared/session/session';
import { cssVariables, theme } from '../shared/theme/theme';
import { Preloader } from '../shared/ui/Preloader';
import { ErrorBoundary } from './ErrorBoundary';
import { router } from './router';

const queryClient = createQueryClient();

// Whatever one operator has loaded or was told is not for the next one on the same machine.
let seenBy: string | null = null;
onSession(() => {
  const session = getSession();
  const id = session.status === 'in' ? session.operator.id : null;
  if (id !== seenBy) {
    queryClient.clear();
    dismissAll();
  }
  seenBy = id;
});

function Console() {
  const { status } = useSession();
  return status === 'pending' ? <Preloader /> : <RouterProvider router={router} />;
}

/** The whole console. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Console />
          <NoticeList />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
