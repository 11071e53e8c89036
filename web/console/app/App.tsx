import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../shared/api/queryClient';
import { cancelIdentity, useIdentityQuestion } from '../shared/confirm/identity';
import { NoticeList } from '../shared/notice/NoticeList';
import { dismissAll } from '../shared/notice/notices';
import { getSession, onSession, useSession } from '../shared/session/session';
import { cssVariables, theme } from '../shared/theme/theme';
import { lazily } from '../shared/ui/lazily';
import { Preloader } from '../shared/ui/Preloader';
import { ErrorBoundary } from './ErrorBoundary';
import { router } from './router';

const queryClient = createQueryClient();

// The next operator on this machine must not see the previous one's data, notices or drafts.
let seenBy: string | null = null;
onSession(() => {
  const session = getSession();
  const id = session.status === 'in' ? session.operator.id : null;
  if (id !== seenBy) {
    queryClient.clear();
    dismissAll();
    cancelIdentity();
    // Lazy: the sign-in page has no drafts.
    if (id) void import('../shared/session/drafts').then((file) => file.keepOnlyDraftsOf(id));
  }
  seenBy = id;
});

// Loaded with the first question: the sign-in page needs no dialogs.
const IdentityDialog = lazily(() =>
  import('../shared/confirm/IdentityDialog').then((file) => file.IdentityDialog),
);

function Identity() {
  const question = useIdentityQuestion();
  return question && <IdentityDialog settle={question.settle} />;
}

function Console() {
  const { status } = useSession();
  return status === 'pending' ? <Preloader /> : <RouterProvider router={router} />;
}

/** The console. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Console />
          <Identity />
          <NoticeList />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
