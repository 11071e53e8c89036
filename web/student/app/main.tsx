import '../shared/theme/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../shared/api/queryClient';
import { watchInstalling } from '../shared/install';
import { watchConnection } from '../shared/online';
import { keepQueries } from '../shared/storage/cache';
import { watchHistory } from '../shared/way';
import { App } from './App';
import { prepareAreas } from './areas';
import { ErrorBoundary } from './ErrorBoundary';

async function start() {
  const client = createQueryClient();
  watchConnection();
  watchInstalling();
  watchHistory();
  // First: the card opens from storage, also without a network.
  await Promise.all([keepQueries(client), prepareAreas(client)]);
  const place = document.getElementById('root');
  if (!place) return;
  createRoot(place).render(
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </ErrorBoundary>,
  );
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js');
}

void start();
