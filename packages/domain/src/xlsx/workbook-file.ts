import { createSheetWriter } from './sheet-writer.ts';
import { sheetPath, workbookParts } from './workbook-parts.ts';

/** Characters of XML handed on together: small enough not to delay other requests. */
const pieceLength = 128 * 1024;

async function* sheetXml(
  header: readonly string[] | null,
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  const writer = createSheetWriter({ hasHeader: header !== null });
  let isStarted = false;
  let text = '';
  const start = (first: readonly (readonly string[])[]) => {
    isStarted = true;
    const rows = header ? [header, ...first] : first;
    return writer.start(rows) + (header ? writer.row(header) : '');
  };
  for await (const batch of batches) {
    if (!isStarted) text += start(batch);
    for (const cells of batch) {
      text += writer.row(cells);
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  }
  yield (isStarted ? text : start([])) + writer.end();
}

export interface WorkbookPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** Rows as a workbook with one sheet: the parts of a zip archive. The sheet is written while it is read. */
export function workbookFile(
  header: readonly string[] | null,
  batches: AsyncIterable<readonly (readonly string[])[]>,
  sheetName = 'Warranty Results',
): WorkbookPart[] {
  const parts = workbookParts(sheetName).map(({ path, text }) => ({ path, content: [text] }));
  return [...parts, { path: sheetPath, content: sheetXml(header, batches) }];
}
