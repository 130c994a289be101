import * as z from 'zod/mini';
import { matches } from '../../../lib/storage/matches.ts';
import { createStoredList } from '../../../lib/storage/stored-list.ts';

/** The server deletes a large run row by row and lists it until the end, which a reload must not reveal. */
const maxDeletionMs = 60_000;

const deletedRun = z.object({
  id: z.string(),
  deletedAt: z.number().check(z.refine((deletedAt) => Date.now() - deletedAt < maxDeletionMs)),
});

const deleted = createStoredList({
  key: 'deleted-runs',
  storage: 'session',
  maxItems: 100,
  isItem: matches(deletedRun),
});

/** Hides the run on all pages of this tab. Returns a function that shows it again. */
export function hideRun(id: string): () => void {
  deleted.change([{ id, deletedAt: Date.now() }, ...deleted.current()]);
  return () => deleted.change(deleted.current().filter((run) => run.id !== id));
}

/** Ids of runs that the user deleted a moment ago. */
export const useDeletedRuns = (): ReadonlySet<string> => new Set(deleted.useItems().map(({ id }) => id));
