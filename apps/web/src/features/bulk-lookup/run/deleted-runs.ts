import { createStoredList } from '../../../lib/storage/stored-list.ts';

interface DeletedRun {
  id: string;
  deletedAt: number;
}

/** The server deletes a large run row by row and lists it until the end, which a reload must not reveal. */
const maxDeletionMs = 60_000;

function isDeletedRun(value: unknown): value is DeletedRun {
  if (typeof value !== 'object' || value === null) return false;
  const { id, deletedAt } = value as Record<keyof DeletedRun, unknown>;
  return typeof id === 'string' && typeof deletedAt === 'number' && Date.now() - deletedAt < maxDeletionMs;
}

const deleted = createStoredList({
  key: 'deleted-runs',
  storage: 'session',
  maxItems: 100,
  isItem: isDeletedRun,
});

/** Hides the run on all pages of this tab. Returns a function that shows it again. */
export function hideRun(id: string): () => void {
  deleted.change([{ id, deletedAt: Date.now() }, ...deleted.current()]);
  return () => deleted.change(deleted.current().filter((run) => run.id !== id));
}

/** Ids of runs that the user deleted a moment ago. */
export const useDeletedRuns = (): ReadonlySet<string> => new Set(deleted.useItems().map(({ id }) => id));
