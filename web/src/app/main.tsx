import '../shared/theme/styles';
import { createRoot } from 'react-dom/client';
import { watchSession } from '../shared/session/watch';
import { ignoreImpatience } from '../shared/ui/impatience';
import { App } from './App';
import { connectRouter } from './router';

// Spec §9: earlier installations left a service worker, which would serve old files for ever.
navigator.serviceWorker?.getRegistrations().then((all) => {
  for (const registration of all) registration.unregister();
});

ignoreImpatience();
connectRouter();
void watchSession();

const place = document.getElementById('root');
if (place) createRoot(place).render(<App />);
