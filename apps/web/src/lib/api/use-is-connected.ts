import { useSyncExternalStore } from 'react';
import { checkConnection, isConnected, onConnectionChange } from './connection.ts';

const recheckMs = 10_000;

/** Follows the state of the network until the returned function is called. */
function watchNetwork(): () => void {
  const recheck = () => {
    if (!isConnected() && !document.hidden) checkConnection();
  };
  const timer = setInterval(recheck, recheckMs);
  addEventListener('offline', checkConnection);
  addEventListener('online', recheck);
  document.addEventListener('visibilitychange', recheck);
  return () => {
    clearInterval(timer);
    removeEventListener('offline', checkConnection);
    removeEventListener('online', recheck);
    document.removeEventListener('visibilitychange', recheck);
  };
}

let users = 0;
let stopWatching = () => {};

function subscribe(listener: () => void): () => void {
  if (users === 0) stopWatching = watchNetwork();
  users += 1;
  const unsubscribe = onConnectionChange(listener);
  return () => {
    unsubscribe();
    users -= 1;
    if (users === 0) stopWatching();
  };
}

/** Whether the server could be reached when that was last known. */
export const useIsConnected = (): boolean => useSyncExternalStore(subscribe, isConnected);
