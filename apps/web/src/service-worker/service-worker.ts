/**
 * Keeps the app usable without a network: answers navigations with the stored page if the server does not, and scripts, styles and
 * fonts from the cache. It never touches the API, so nothing of a user is stored here.
 */
import { type Build, outdatedCaches } from './build.ts';
import type { KeepMessage } from './keep-message.ts';
import { handlingOf, isGatewayFailure } from './requests.ts';
import { fetchFiles, readFile, readPage, storeFile, storePage } from './stored-files.ts';

/** The part of the worker's global scope that is used here: the types of pages and of workers exclude each other. */
interface WorkerScope {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: WorkerEvent & { data: KeepMessage };
}

declare const __BUILD__: Build;
const build = __BUILD__;
const scope = self as unknown as WorkerScope;

async function install(): Promise<void> {
  if (!(await storePage(build, await fetch('/', { cache: 'no-store' }))))
    throw new Error('the page belongs to another build');
  await fetchFiles(build, build.first);
  // Takes over at once: all tabs get their files by name, from whichever build they are.
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdatedCaches(await caches.keys(), build.version)) await caches.delete(name);
  // Otherwise every navigation would wait until the worker has started.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** From the server if it replies, so that a new version is shown at once. */
async function servePage(event: FetchEvent): Promise<Response> {
  const reply = await fromServer(event).catch(() => null);
  if (reply && !isGatewayFailure(reply.status)) {
    event.waitUntil(storePage(build, reply.clone()));
    return reply;
  }
  return (await readPage(build)) ?? reply ?? Response.error();
}

const fromServer = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request);

async function serveFile(event: FetchEvent): Promise<Response> {
  const stored = await readFile(event.request);
  if (stored) return stored;
  const reply = await fetch(event.request);
  if (reply.ok) event.waitUntil(storeFile(build, event.request, reply.clone()));
  return reply;
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, scope.location.origin);
  if (handling === 'page') event.respondWith(servePage(event));
  if (handling === 'file') event.respondWith(serveFile(event));
});
scope.addEventListener('message', (event) => {
  const { keep } = event.data;
  const files = keep === 'all' ? build.rest : keep;
  // Offline again, or a new release: the next visit continues.
  event.waitUntil(fetchFiles(build, files).catch(() => undefined));
});
