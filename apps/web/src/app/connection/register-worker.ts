import type { KeepMessage } from '../../service-worker/keep-message.ts';
import { isMetered, type NetworkInformation } from './metered.ts';

const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Tells the worker which files to keep: those of all screens, or on a metered connection those that were loaded. */
function keepFiles(): void {
  const { connection = {} } = navigator as { connection?: NetworkInformation };
  const message: KeepMessage = { keep: isMetered(connection) ? loadedFiles() : 'all' };
  navigator.serviceWorker.controller?.postMessage(message);
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000);

/** Browsers have service workers on https and localhost only; elsewhere the app works without one, as in development. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A worker that has just taken over knows the files of its own build only.
  navigator.serviceWorker.addEventListener('controllerchange', keepFiles);
  whenIdle(() => {
    keepFiles();
    // Fails if storage is blocked. Nothing else depends on it.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
