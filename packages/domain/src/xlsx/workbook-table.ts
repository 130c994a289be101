import type { Column } from '../csv/columns.ts';
import { CsvError, type CsvLimits, csvLimits } from '../csv/csv-error.ts';
import { createNotices, type FileNotices } from '../csv/notices.ts';
import type { CsvRow } from '../csv/reader.ts';
import { rowsCompared, sniffHeader } from '../csv/sniff.ts';
import { createTableRows, type TableRows } from '../csv/table-rows.ts';
import type { ByteSource } from './byte-source.ts';
import { mayHaveOddCharacters } from './cell-text.ts';
import type { SharedStrings } from './shared-strings.ts';
import { createSheetReader, type SheetLayout } from './sheet-reader.ts';
import { chooseSheet, openWorkbook } from './workbook.ts';
import { refusals } from './workbook-error.ts';

export interface WorkbookReport extends FileNotices {
  /** Not counting the header. */
  rows: number;
  blankLines: number;
  hasHeader: boolean;
  /** Null if there is none. */
  headerLine: number | null;
  layout: SheetLayout;
}

/** Other codes are about CSV files, and so are their messages. */
function inWorkbook(error: unknown): unknown {
  if (!(error instanceof CsvError) || error.code === 'workbook') return error;
  return new CsvError('workbook', error.message, error.line);
}

/** A header may end before the columns below it do. They are named by their position, as in a CSV file. */
function widenHeader(rows: readonly CsvRow[]): void {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const [header] = rows;
  while (header && header.cells.length < width) header.cells.push('');
}

/** Fewer rows are compared if they are long, because all of them are in memory. */
const maxFirstCharacters = 1024 * 1024;

const charactersOf = (rows: readonly CsvRow[]): number =>
  rows.reduce((sum, { cells }) => cells.reduce((length, cell) => length + cell.length, sum), 0);

/** Reads one sheet of a workbook as rows with named columns, like `openTable` reads a CSV file. */
export async function openWorkbookTable(
  source: ByteSource,
  chosen: string | null = null,
  limits: CsvLimits = csvLimits,
) {
  const workbook = await openWorkbook(source);
  const sheet = chooseSheet(workbook, chosen);
  const { styles, is1904 } = workbook;
  const notices = createNotices();
  let table: TableRows | null = null;
  let hasHeader = false;
  let blankLines = 0;
  let lastLine = 0;
  let firstLine = 0;
  let layout: SheetLayout = { usedColumns: 0, dateStyles: {} };
  let isOdd = false;

  function startTable(first: CsvRow[]): TableRows {
    hasHeader = sniffHeader(first.map(({ cells }) => cells));
    firstLine = first[0]?.line ?? 0;
    widenHeader(first);
    return createTableRows({ hasHeader, limits, notices, mayEndEarly: true });
  }

  function countBlankLines(rows: readonly CsvRow[]): void {
    for (const { line } of rows) {
      blankLines += line - lastLine - 1;
      lastLine = line;
    }
  }

  async function* readSheet(strings: SharedStrings): AsyncGenerator<CsvRow[]> {
    const onMissingResult = (line: number) => notices.add('no-result', line);
    const reader = createSheetReader({ styles: styles.formats, strings, is1904, limits, onMissingResult });
    layout = reader.layout();
    for await (const text of workbook.text(sheet)) {
      isOdd ||= mayHaveOddCharacters(text);
      for (let rows = reader.feed(text); ; rows = reader.feed('')) {
        if (rows.length > 0) yield rows;
        if (!reader.isBehind()) break;
      }
    }
    yield reader.end();
  }

  async function* readBatches(): AsyncGenerator<CsvRow[]> {
    const strings = await workbook.strings();
    isOdd = strings.mayBeOdd;
    // The first rows decide whether there is a header and how wide the table is.
    let first: CsvRow[] = [];
    let firstCharacters = 0;
    for await (const rows of readSheet(strings)) {
      countBlankLines(rows);
      if (!table) {
        first.push(...rows);
        firstCharacters += charactersOf(rows);
        if (first.length < rowsCompared && firstCharacters < maxFirstCharacters) continue;
        table = startTable(first.slice(0, rowsCompared));
        yield* table.takeBatches(first, isOdd);
        first = [];
      } else yield* table.takeBatches(rows, isOdd);
    }
    table ??= startTable(first);
    yield* table.takeBatches(first, isOdd);
    if (table.rows() === 0) throw new CsvError('workbook', refusals.empty);
  }

  return {
    /** The sheet that is read. */
    sheet: sheet.name,
    /** Names of all visible sheets. */
    sheets: workbook.sheets.flatMap(({ name, isVisible }) => (isVisible ? [name] : [])),
    /** The rows below the header in batches, once. Throws a `CsvError`. */
    async *rows(): AsyncGenerator<CsvRow[]> {
      try {
        yield* readBatches();
      } catch (error) {
        throw inWorkbook(error);
      } finally {
        workbook.free();
      }
    },
    /** What its texts take up in memory. */
    textBytes: workbook.textBytes,
    /** Empty until the first batch. */
    get columns(): readonly Column[] {
      return table?.columns() ?? [];
    },
    report: (): WorkbookReport => ({
      rows: table?.rows() ?? 0,
      ...{ blankLines, hasHeader, headerLine: hasHeader ? firstLine : null, layout },
      ...notices.summary(),
    }),
  };
}
