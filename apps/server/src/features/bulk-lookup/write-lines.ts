import type { RowLines } from './ingest.ts';
import type { LoadedFile } from './run.ts';

type Write = (lines: Uint8Array, arrivedRows: number) => Promise<void>;

/** Writes one piece while the next is read. No write is pending when this returns or throws. */
export async function writeLines(rows: RowLines, write: Write): Promise<LoadedFile> {
  let active = Promise.resolve();
  try {
    for (;;) {
      const { value, done } = await rows.next();
      if (done) {
        await active;
        return value;
      }
      for (const lines of value.lines) {
        await active;
        active = write(lines, value.rows);
        // The error surfaces when this promise is awaited; avoid an unhandled rejection until then.
        active.catch(() => undefined);
      }
    }
  } finally {
    await rows.return(undefined as never);
    await active.catch(() => undefined);
  }
}
