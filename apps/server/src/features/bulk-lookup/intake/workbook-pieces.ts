import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { WorkbookPiece } from './ingest-messages.ts';
import type { WorkbookFile } from './spool-file.ts';

const readFile = promisify(read);

/** Of a stored piece. A download reads one at a time, and holds up to two of them. */
export const pieceBytes = 256 * 1024;

/** A file as it is stored. */
export async function* readPieces({ descriptor, size }: WorkbookFile): AsyncGenerator<WorkbookPiece> {
  for (let number = 0; number * pieceBytes < size; number += 1) {
    const start = number * pieceBytes;
    const workbook = new Uint8Array(Math.min(pieceBytes, size - start));
    const { bytesRead } = await readFile(descriptor, workbook, 0, workbook.length, start);
    if (bytesRead < workbook.length) throw new Error('the file became shorter');
    yield { workbook, number };
  }
}
