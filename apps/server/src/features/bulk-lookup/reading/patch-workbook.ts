import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import type { EnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import type { ByteSource } from '@warranty/domain/xlsx/byte-source';
import { maxColumns } from '@warranty/domain/xlsx/cell-reference';
import type { Package } from '@warranty/domain/xlsx/package';
import { createSheetPatcher, type PatchedRow } from '@warranty/domain/xlsx/sheet-patcher';
import { columnWidths } from '@warranty/domain/xlsx/sheet-writer';
import { createStylePatcher } from '@warranty/domain/xlsx/style-patcher';
import { createStyleTable } from '@warranty/domain/xlsx/style-table';
import { chooseSheet, openWorkbook } from '@warranty/domain/xlsx/workbook';
import { type PatchValue, planWorkbookPatch, type WorkbookPatch } from '@warranty/domain/xlsx/workbook-patch';
import type { ZipEntry } from '@warranty/domain/xlsx/zip-directory';
import { AppError } from '../../../platform/http/app-error.ts';
import { type CopiedPart, maxPartBytes, writeZip } from '../../../platform/zip/write-zip.ts';
import { createXmlCodec, type XmlCodec } from '../../../platform/zip/xml-codec.ts';
import type { ReadSheet } from '../runs/run.ts';

/** A row of the sheet as it was read, and what is known about its device. */
export interface ResultRow {
  row: { line: number; cells: readonly string[] };
  enrichment: EnrichmentValues;
}

export interface PatchOptions {
  bytes: ByteSource;
  /** The sheet that was read; null for the first visible one. */
  sheet: string | null;
  read: ReadSheet;
  plan: EnrichPlan;
  /** Whether a column of the file has values. */
  hasValues(column: number): boolean;
  /** In the order of the sheet. */
  rows: AsyncGenerator<readonly ResultRow[]>;
  totalRows: number;
}

/** A cell that is added, with its XML. */
const cellBytes = 128;

type RowBatches = AsyncGenerator<readonly ResultRow[]>;
type Patches = readonly PatchedRow<PatchValue>[];

const toPatches = (patch: WorkbookPatch, batch: readonly ResultRow[]): Patches =>
  batch.map(({ row, enrichment }) => patch.row(row, enrichment));

/** Wide enough for the headers and the first values. */
function widthsOf({ from, headers }: WorkbookPatch, first: Patches): number[] {
  const rows = first.map(({ cells }) => {
    const values = headers.map(() => '');
    for (const { column, value } of cells) if (column >= from) values[column - from] = value;
    return values;
  });
  return columnWidths([headers, ...rows]);
}

/** The sheet with the results. It is read as fast as they are, and as the client takes them. */
async function* patchedSheet(
  bytes: AsyncIterable<Uint8Array>,
  patch: WorkbookPatch,
  batches: RowBatches,
): AsyncGenerator<Buffer> {
  const { value: firstBatch = [] } = await batches.next();
  const first = toPatches(patch, firstBatch);
  const header = patch.header();
  const patcher = createSheetPatcher<PatchValue>({
    added: { from: patch.from, widths: widthsOf(patch, first) },
    write: patch.write,
  });
  patcher.addRows(header ? [header, ...first] : first);

  async function addRows(): Promise<void> {
    const { value, done } = await batches.next();
    if (done) patcher.endRows();
    else patcher.addRows(toPatches(patch, value));
  }

  let codec: XmlCodec | null = null;
  try {
    for await (const piece of bytes) {
      codec ??= createXmlCodec(piece);
      let text = patcher.feed(codec.decode(piece));
      while (patcher.needsRows()) {
        await addRows();
        text += patcher.feed('');
      }
      if (text !== '') yield codec.encode(text);
    }
    if (codec) yield codec.encode(patcher.end());
  } finally {
    await batches.return(undefined);
  }
}

/** After the sheet, which decides what styles are needed. */
async function* patchedStyles(
  bytes: AsyncIterable<Uint8Array>,
  additions: () => Parameters<typeof createStylePatcher>[0],
): AsyncGenerator<Buffer> {
  const patcher = createStylePatcher(additions());
  let codec: XmlCodec | null = null;
  for await (const piece of bytes) {
    codec ??= createXmlCodec(piece);
    yield codec.encode(patcher.feed(codec.decode(piece)));
  }
  if (codec) yield codec.encode(patcher.end());
}

function copied(parts: Package, entry: ZipEntry): CopiedPart {
  if (entry.size > maxPartBytes) throw new AppError('workbook_too_large');
  return { ...entry, data: parts.compressed(entry) };
}

function requireRoom({ from, headers }: WorkbookPatch, sheet: ZipEntry, totalRows: number): void {
  if (from + headers.length > maxColumns)
    throw new AppError('workbook_no_room', { values: { count: headers.length } });
  if (sheet.size + totalRows * headers.length * cellBytes > maxPartBytes)
    throw new AppError('workbook_too_large');
}

/**
 * A workbook with results: cells are added to the rows of the sheet that was read, and what they look like to the styles. All other
 * parts are copied as they are, without unpacking them.
 */
export async function patchWorkbook(options: PatchOptions): Promise<AsyncGenerator<Buffer>> {
  const { bytes, sheet: chosen, read, plan, hasValues, rows, totalRows } = options;
  const workbook = await openWorkbook(bytes);
  const { parts, stylesPath, is1904 } = workbook;
  const { path } = chooseSheet(workbook, chosen);
  const styles = createStyleTable(workbook.styles);
  const patch = planWorkbookPatch({ plan, ...read, styles, is1904, hasValues });
  const sheet = parts.find(path);
  if (!sheet) throw new Error('the workbook has lost its sheet');
  requireRoom(patch, sheet, totalRows);
  const stylesEntry = stylesPath === null ? undefined : parts.find(stylesPath);
  const others = [...parts.entries()].filter((entry) => entry !== sheet && entry !== stylesEntry);
  return writeZip([
    ...others.map((entry) => copied(parts, entry)),
    { path: sheet.name, content: patchedSheet(parts.bytes(path), patch, rows) },
    ...(stylesEntry
      ? [{ path: stylesEntry.name, content: patchedStyles(parts.bytes(stylesEntry.name), styles.additions) }]
      : []),
  ]);
}
