import { liveness } from '@warranty/contracts/system';
import { createListeners } from '../listeners.ts';

const patienceMs = 5000;

/** False without any network. True does not mean much: the network may have no way out. */
export const isOnline = (): boolean => (navigator as { onLine?: boolean }).onLine !== false;

const { notify, subscribe } = createListeners();
let connected = isOnline();
let checking: Promise<boolean> | null = null;

function change(next: boolean): void {
  if (connected === next) return;
  connected = next;
  notify();
}

async function isReachable(): Promise<boolean> {
  if (!isOnline()) return false;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch(liveness.path, { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/** Asks the server whether it can be reached. All who ask at the same time share the reply. */
export function checkConnection(): Promise<boolean> {
  checking ??= isReachable().then((reached) => {
    checking = null;
    change(reached);
    return reached;
  });
  return checking;
}

/** For calls to our own server: a call without any reply may mean that it cannot be reached, and a reply that it can. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const reply = await fetch(input, init);
    change(true);
    return reply;
  } catch (error) {
    if (error instanceof TypeError) checkConnection();
    throw error;
  }
};

/** Whether the server could be reached when that was last known. */
export const isConnected = (): boolean => connected;

export const onConnectionChange = subscribe;
