import { entriesToDrop, type SavedEntry } from './saved-entries.ts';

// Data that is too large for session storage and must survive a reload of the page. It belongs to one user, stays for a day
// and is deleted with everything else when the browser is forgotten.

const databaseName = 'saved-data';
const entries = 'entries';
const values = 'values';

export const maxSavedBytes = 32 * 1024 * 1024;

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(entries, { keyPath: 'slot' });
    request.result.createObjectStore(values);
  };
  const database = await resultOf(request);
  // Otherwise this tab would keep another one from deleting it.
  database.onversionchange = () => database.close();
  return database;
}

/** Throws if storage is unavailable or full. */
async function change<T>(work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction([entries, values], 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction);
    await done;
    return result;
  } finally {
    database.close();
  }
}

function drop(transaction: IDBTransaction, slot: string): void {
  transaction.objectStore(entries).delete(slot);
  transaction.objectStore(values).delete(slot);
}

/** Deletes what is old or belongs to another user, and the oldest of too many. */
async function prune(transaction: IDBTransaction, owner: string): Promise<void> {
  const all = await resultOf<SavedEntry[]>(transaction.objectStore(entries).getAll());
  for (const { slot } of entriesToDrop(all, owner, Date.now())) drop(transaction, slot);
}

/** Returns false if the browser has no room for it. */
export async function saveData(slot: string, owner: string, value: object): Promise<boolean> {
  try {
    await change(async (transaction) => {
      const entry: SavedEntry = { slot, owner, savedAt: Date.now() };
      transaction.objectStore(entries).put(entry);
      transaction.objectStore(values).put(value, slot);
      await prune(transaction, owner);
    });
    return true;
  } catch {
    return false;
  }
}

/** Null if there is nothing, or not for this user. */
export async function findSaved<T>(slot: string, owner: string): Promise<T | null> {
  try {
    return await change(async (transaction) => {
      await prune(transaction, owner);
      const entry = await resultOf<SavedEntry | undefined>(transaction.objectStore(entries).get(slot));
      if (entry?.owner !== owner) return null;
      return (await resultOf<T | undefined>(transaction.objectStore(values).get(slot))) ?? null;
    });
  } catch {
    return null;
  }
}

export async function removeSaved(slot: string): Promise<void> {
  await change(async (transaction) => drop(transaction, slot)).catch(() => undefined);
}

/** Deletes everything, for all tabs. */
export function clearSavedData(): void {
  indexedDB.deleteDatabase(databaseName);
}
