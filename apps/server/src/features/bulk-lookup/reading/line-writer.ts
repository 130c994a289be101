import type { RunRef } from '../../../lookups/runs/run.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Slices } from '../../../platform/threads/tasks.ts';
import { copyJson, copyLine, copyStart } from '../intake/copy-line.ts';
import type { FileRow } from '../intake/rows.store.ts';

/** Characters of rows sent to the database together. */
const pieceLength = 1024 * 1024;
/** A row with more characters is written cell by cell: one may have 16 million, several times that when escaped. */
const maxShortRow = 64 * 1024;
/** Of a row: more than any row of text in any language needs. Only control characters and backslashes can exceed it. */
const maxLineBytes = 64 * 1024 * 1024;
/** UTF-8 has up to three bytes per UTF-16 unit. */
const bytesPerUnit = 3;

function lengthOf(cells: readonly string[]): number {
  let length = 0;
  for (const cell of cells) length += cell.length;
  return length;
}

/** Writes rows as COPY lines, in pieces of about a megabyte. A line is never divided. */
export function createLineWriter() {
  const encoder = new TextEncoder();
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let text = '';
  /** Of the pieces, and of a long row while it is written: its cells, with up to two bytes per character, and its line. */
  let bytes = 0;

  function addPiece(piece: Uint8Array<ArrayBuffer>): void {
    pieces.push(piece);
    bytes += piece.length;
  }

  function endPiece(): void {
    if (text !== '') addPiece(encoder.encode(text));
    text = '';
  }

  async function addLong(run: RunRef, row: FileRow, slices: Slices): Promise<void> {
    endPiece();
    const before = bytes;
    const rowBytes = 2 * lengthOf(row.cells);
    // Pages that are not used cost nothing, so it can be as large as a row may become.
    const line = new Uint8Array(maxLineBytes);
    let filled = 0;
    const write = (part: string) => {
      if (filled + part.length * bytesPerUnit > maxLineBytes) throw tooLong(row);
      filled += encoder.encodeInto(part, line.subarray(filled)).written;
    };
    try {
      write(`${copyStart(run, row)}[`);
      for (const [index, cell] of row.cells.entries()) {
        write((index > 0 ? ',' : '') + copyJson(cell));
        bytes = before + rowBytes + filled;
        if (slices.isSliceOver()) await slices.nextSlice();
      }
      write(']\n');
    } catch (error) {
      release(line);
      throw error;
    }
    bytes = before;
    addPiece(line.subarray(0, filled));
  }

  return {
    /** A promise only if the row is long. */
    add(run: RunRef, row: FileRow, slices: Slices): Promise<void> | null {
      if (lengthOf(row.cells) > maxShortRow) return addLong(run, row, slices);
      text += copyLine(run, row);
      if (text.length >= pieceLength) endPiece();
      return null;
    },
    /** The complete pieces, and at the end the incomplete one too. */
    takePieces(isLast: boolean): Uint8Array<ArrayBuffer>[] {
      if (isLast) endPiece();
      const taken = pieces;
      pieces = [];
      bytes = 0;
      return taken;
    },
    hasPiece: () => pieces.length > 0,
    /** Releases what was not taken. */
    free(): void {
      for (const piece of pieces.splice(0)) release(piece);
      text = '';
    },
    /** What it keeps in memory. */
    bytes: () => bytes + text.length,
  };
}

/** The garbage collector would do it much later. */
const release = ({ buffer }: Uint8Array<ArrayBuffer>) => void buffer.transfer(0);

function tooLong({ line }: FileRow): AppError {
  const reason = `Row ${line} has more than ${maxLineBytes / 1024 / 1024} MB.`;
  return new AppError('file_refused', { values: { reason } });
}
