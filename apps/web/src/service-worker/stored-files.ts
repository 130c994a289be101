import { type Build, cacheName, isPageOf } from './build.ts';

/** The address of the page itself, which is the same for all screens. */
const pagePath = '/';

/** Stores the page if it belongs to this build. Otherwise the worker of its own build will. */
export async function storePage(build: Build, response: Response): Promise<boolean> {
  const stored = response.clone();
  if (!response.ok || !isPageOf(build, await response.text())) return false;
  const cache = await caches.open(cacheName(build.version));
  await cache.put(pagePath, stored);
  return true;
}

export async function readPage({ version }: Build): Promise<Response | undefined> {
  return (await caches.open(cacheName(version))).match(pagePath, { ignoreVary: true });
}

/** The names of files contain a hash, so one of any build is the right one. */
export const readFile = (file: string | Request): Promise<Response | undefined> =>
  caches.match(file, { ignoreVary: true });

export async function storeFile({ version }: Build, file: string | Request, reply: Response): Promise<void> {
  const cache = await caches.open(cacheName(version));
  await cache.put(file, reply);
}

/** One after the other, so that the page gets most of a slow connection. Stops at the first that fails; the next visit continues. */
export async function fetchFiles(build: Build, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName(build.version));
  for (const file of files) {
    if (await cache.match(file, { ignoreVary: true })) continue;
    const reply = await fetch(file, { priority: 'low' });
    if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
    await cache.put(file, reply);
  }
}
