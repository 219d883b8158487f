// The page's service worker: keeps the page itself, so that it opens without a network and can say so. Of what is asked
// under /api/ it keeps nothing and answers nothing. The build fills in the constants: FILES are kept at once, RARE (what is
// large and seldom needed) when first asked for.

const VERSION = '__VERSION__';
const FILES = '__FILES__';
const RARE = '__RARE__';
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
  if (request.mode === 'navigate') event.respondWith(opened(request));
  else if (FILES.includes(url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
  else if (RARE.includes(url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetchedToKeep(request)));
});

// The page, where the server is away or what stands before it says so.
async function opened(request) {
  const answer = await fetch(request).catch(() => null);
  return answer !== null && answer.status < 500 ? answer : ((await kept('/')) ?? answer ?? Response.error());
}

async function fetchedToKeep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(new URL(request.url).pathname, answer.clone());
  return answer;
}

function kept(path) {
  return caches.open(CACHE).then((cache) => cache.match(path));
}
