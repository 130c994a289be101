import type { ByteSource } from '@warranty/domain/xlsx/byte-source';
import type { RunRef } from '../../../lookups/runs/run.ts';
import { inflateRaw } from '../../../platform/zip/inflate-raw.ts';
import { pieceBytes } from '../intake/workbook-pieces.ts';
import type { WorkbooksStore } from '../intake/workbooks.store.ts';

/** Reads a stored workbook piece by piece. The last piece is kept, because most reads continue the one before. */
export function storedSource(
  workbooks: Pick<WorkbooksStore, 'piece'>,
  run: RunRef,
  size: number,
): ByteSource {
  let last: { number: number; bytes: Buffer } | null = null;

  async function pieceAt(number: number): Promise<Buffer> {
    if (last?.number === number) return last.bytes;
    const bytes = await workbooks.piece(run, number);
    if (!bytes) throw new Error('a part of the stored workbook is missing');
    last = { number, bytes };
    return bytes;
  }

  return {
    size,
    inflate: inflateRaw,
    async read(start, end) {
      const found: Buffer[] = [];
      for (let at = start; at < Math.min(end, size); ) {
        const number = Math.floor(at / pieceBytes);
        const from = number * pieceBytes;
        const bytes = (await pieceAt(number)).subarray(at - from, end - from);
        found.push(bytes);
        at += bytes.length;
      }
      return found.length === 1 ? (found[0] as Buffer) : Buffer.concat(found);
    },
  };
}
