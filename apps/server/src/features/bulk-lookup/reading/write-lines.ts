import type { RowLines } from '../intake/ingest.ts';
import type { WorkbookPiece } from '../intake/ingest-messages.ts';
import type { LoadedFile } from '../runs/run.ts';

/** Something to store: lines of rows, or a part of the workbook that they are from. */
export type Arrived = { lines: Uint8Array; rows: number } | WorkbookPiece;

type Write = (arrived: Arrived) => Promise<void>;

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
      const pieces =
        'workbook' in value ? [value] : value.lines.map((lines) => ({ lines, rows: value.rows }));
      for (const piece of pieces) {
        await active;
        active = write(piece);
        // The error surfaces when this promise is awaited; avoid an unhandled rejection until then.
        active.catch(() => undefined);
      }
    }
  } finally {
    await rows.return(undefined as never);
    await active.catch(() => undefined);
  }
}
