import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';

interface TableInFile {
  rows: number;
  sha256: string;
  /** In the text format of COPY. */
  text(): Buffer;
}

/** Reads a backup as docs/adr/018-backup.md describes it, without the code of the product. */
export async function readBackupFile(path: string): Promise<Map<string, TableInFile>> {
  const file = await readFile(path);
  const tables = new Map<string, TableInFile>();
  let name = '';
  let pieces: Buffer[] = [];
  for (let at = file.indexOf('\n') + 1; at < file.length; ) {
    const [type, length] = [file.toString('latin1', at, at + 1), file.readUInt32BE(at + 1)];
    const payload = file.subarray(at + 5, at + 5 + length);
    at += 5 + length;
    if (type === 't') {
      const table = JSON.parse(payload.toString()) as { area: string; name: string };
      name = `${table.area}.${table.name}`;
      pieces = [];
    }
    if (type === 'd') pieces.push(payload);
    if (type === 'e') {
      const own = pieces;
      tables.set(name, {
        ...(JSON.parse(payload.toString()) as { rows: number; sha256: string }),
        text: () => zstdDecompressSync(Buffer.concat(own)),
      });
    }
  }
  return tables;
}
