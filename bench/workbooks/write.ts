import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workbookFile } from '@warranty/domain/xlsx/workbook-file';
import { writeZip } from '../../apps/server/src/platform/zip/write-zip.ts';
import { reportUse } from './report-use.ts';
import { batchesOf, headers } from './rows.ts';

// Writes a workbook to a file: PATH ROWS.
const [path = '', rows = '0'] = process.argv.slice(2);
const bytes = writeZip(workbookFile(headers, batchesOf(Number(rows))));
await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(path));
reportUse(Number(rows));
