/**
 * Served instead of a service worker that a build does not have. Browsers keep a worker whose file is gone; this one replaces it,
 * deletes what it stored and ends itself. Open pages are not reloaded, because they may hold what the user entered.
 */
export const removingWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(remove());
});
`;
