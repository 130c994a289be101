import { expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RowLines } from '../intake/ingest.ts';
import type { LoadedFile } from '../runs/run.ts';
import { writeLines } from './write-lines.ts';

const lines = { lines: [new Uint8Array(1)], rows: 1 };
const file = { totalRows: 2 } as LoadedFile;

async function* twoPieces(): RowLines {
  yield lines;
  yield { ...lines, rows: 2 };
  return file;
}

it('writes every piece with the row count so far, and returns the summary of the file', async () => {
  const written: number[] = [];
  const found = await writeLines(
    twoPieces(),
    async (arrived) => void written.push('rows' in arrived ? arrived.rows : -1),
  );
  expect([found, written]).toEqual([file, [1, 2]]);
});

it('does not return while a write is pending, even if the file is rejected', async () => {
  async function* refusedAfterOne(): RowLines {
    yield lines;
    throw new AppError('too_many_rows');
  }
  let isTaken = false;
  const write = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        isTaken = true;
        resolve();
      });
    });
  await expect(writeLines(refusedAfterOne(), write)).rejects.toThrow(AppError);
  expect(isTaken).toBe(true);
});

it('rejects if the database fails while the next rows are being read, and stops reading', async () => {
  let isClosed = false;
  async function* watched(): RowLines {
    try {
      return yield* twoPieces();
    } finally {
      isClosed = true;
    }
  }
  await expect(writeLines(watched(), () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(isClosed).toBe(true);
});
