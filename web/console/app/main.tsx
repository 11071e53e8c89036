import '../shared/theme/styles';
import { createRoot } from 'react-dom/client';
import { watchSession } from '../shared/session/watch';
import { ignoreImpatience } from '../shared/ui/impatience';
import { App } from './App';
import { connectRouter } from './router';

// Earlier installations left a service worker that would serve old files forever (rules 20.8).
navigator.serviceWorker?.getRegistrations().then((all) => {
  for (const registration of all) registration.unregister();
});

ignoreImpatience();
connectRouter();
void watchSession();

const place = document.getElementById('root');
if (place) createRoot(place).render(<App />);
