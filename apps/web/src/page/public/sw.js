// Answers only when the server cannot be reached, with a page that says so. Stories stay on the server.
const shell = 'narratoria-shell-1'
const font = '/assets/roboto-latin-wght-normal.woff2'
const files = ['/offline.html', '/offline.js', '/offline.css', '/icon.svg', font]

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.addAll(files))
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  const removeOthers = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name)))
    await clients.claim()
  }
  event.waitUntil(removeOthers())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate' && pathname === '/')
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')))
  else if (files.includes(pathname))
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})
