// The page's service worker: keeps the page itself, so that it opens without a network and can say so. Of what is asked
// under /api/ it keeps nothing and answers nothing. The build fills in the two constants.

const VERSION = '__VERSION__';
const FILES = '__FILES__';
const CACHE = `kozyr-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['/', ...FILES])));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener('message', (event) => {
  if (event.data === 'take over') void skipWaiting();
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('/')));
  else if (FILES.includes(url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
});

function kept(path) {
  return caches.open(CACHE).then((cache) => cache.match(path));
}
