// Caches the app on the phone. A new version is downloaded while the old one is open and used from the next start. The
// cache of the previous version is kept, so the open page still finds its files.

// The part of the service worker scope that this file uses: the types of pages and of workers conflict in one program.
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void;
    (type: 'fetch', listener: (event: Fetching) => void): void;
  };
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = self as unknown as Scope;

declare const __VERSION__: string;
declare const __FILES__: string[];

const prefix = 'app-';
const current = prefix + __VERSION__;

worker.addEventListener('install', (event) => {
  const download = async () => {
    const cache = await caches.open(current);
    await cache.addAll(__FILES__.map((file) => new Request(file, { cache: 'no-cache' })));
    await worker.skipWaiting();
  };
  event.waitUntil(download());
});

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    const versions = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const old = versions.filter((name) => name !== current).slice(0, -1); // in creation order
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

// API calls, files, the check page and the till always use the network, because they must be current.
const isOnline = /^\/(s|t|c|C|files)(\/|$)|^\/(openapi\.json|api-docs|livez|readyz)$/;

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || isOnline.test(pathname)) return;
  const answer = async () => {
    const cache = await caches.open(current);
    const kept =
      request.mode === 'navigate' ? await cache.match('/') : await caches.match(request.url);
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
