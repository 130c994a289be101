import { isBlank } from '../csv/blank.ts';
import { CsvError, type CsvLimits, formatNumber } from '../csv/csv-error.ts';
import type { CsvRow } from '../csv/reader.ts';
import { columnOf, lastColumnOf, maxColumns } from './cell-reference.ts';
import { decodeCellText } from './cell-text.ts';
import { formatNumberCell, type NumberFormat, plainFormat } from './number-formats.ts';
import { createRichText } from './rich-text.ts';
import { readIsoDate } from './serial-dates.ts';
import type { SharedStrings } from './shared-strings.ts';
import { refuse } from './workbook-error.ts';
import { createXmlScanner, readAttributes } from './xml-scanner.ts';

export interface SheetReaderOptions {
  styles: readonly NumberFormat[];
  strings: SharedStrings;
  is1904: boolean;
  limits: CsvLimits;
  /** Called for a formula whose result is not in the file. */
  onMissingResult(line: number): void;
}

/** What has to be known of a sheet in order to add columns to it. */
export interface SheetLayout {
  /** Up to the last cell with a value or a formula, and the last merged one. */
  usedColumns: number;
  /** The style of the first date in each column that has one, by column. */
  dateStyles: Record<number, number>;
}

const maxLine = 1_048_576;
/** Blank cells with a style may be in every column that a spreadsheet has. */
const maxCellsPerRow = maxColumns;
/** A range that is merged further to the right is as wide as the sheet, not as its table. */
const maxMergedColumns = 1000;
/** A short reference can stand for a long text, so the cells of a chunk may have far more characters than the chunk. */
const maxBatchCharacters = 128 * 1024;
interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/** Reads the cells of a sheet. Hidden rows and columns are data like any other. */
export function createSheetReader(options: SheetReaderOptions) {
  const { styles, strings, is1904, limits, onMissingResult } = options;
  let rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let cellsInRow = 0;
  /** Of the cells since the last call of `feed`. */
  let characters = 0;
  let isInRow = false;
  let isInCell = false;
  let isInValue = false;
  const cell: Cell = { column: -1, type: 'n', style: 0, value: '', hasValue: false, hasFormula: false };
  const rich = createRichText(limits.cell, refuseCell);
  const layout: SheetLayout = { usedColumns: 0, dateStyles: {} };

  function useColumn(column: number): void {
    if (column >= layout.usedColumns) layout.usedColumns = column + 1;
  }

  function refuseCell(): never {
    const size = formatNumber(limits.cell);
    throw new CsvError('workbook', `Row ${line} has a cell of more than ${size} characters.`, line);
  }

  function startRow(tag: string): void {
    let next = line + 1;
    readAttributes(tag, (name, value) => {
      if (name === 'r') next = Number(value);
    });
    if (!Number.isInteger(next) || next <= line || next > maxLine) refuse('damaged');
    line = next;
    cells = [];
    cellsInRow = 0;
    cell.column = -1;
    isInRow = true;
  }

  function startCell(tag: string): void {
    cellsInRow += 1;
    if (cellsInRow > maxCellsPerRow) {
      const message = `Row ${line} has more than ${formatNumber(maxCellsPerRow)} cells.`;
      throw new CsvError('workbook', message, line);
    }
    let column = cell.column + 1;
    cell.type = 'n';
    cell.style = 0;
    readAttributes(tag, (name, value) => {
      if (name === 'r') column = columnOf(value);
      else if (name === 't') cell.type = value;
      else if (name === 's') cell.style = Number(value);
    });
    if (column < 0) refuse('damaged');
    cell.column = column;
    cell.value = '';
    cell.hasValue = false;
    cell.hasFormula = false;
    isInCell = true;
  }

  function textOfCell(): string {
    const { type, value } = cell;
    if (type === 'inlineStr') return rich.take();
    if (value === '') return '';
    switch (type) {
      case 's':
        return strings.get(Number(value));
      case 'n':
        return numberText(styles[cell.style] ?? plainFormat);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'd':
        return readIsoDate(value);
      default:
        return decodeCellText(value);
    }
  }

  function numberText(format: NumberFormat): string {
    if (format.kind === 'date') layout.dateStyles[cell.column] ??= cell.style;
    return formatNumberCell(cell.value, format, is1904);
  }

  function endCell(): void {
    isInCell = false;
    if (cell.hasFormula) useColumn(cell.column);
    if (cell.hasFormula && !cell.hasValue && cell.type !== 'inlineStr') onMissingResult(line);
    const text = textOfCell();
    if (text === '') return;
    if (text.length > limits.cell) refuseCell();
    if (cell.column >= limits.columns) {
      const message = `Row ${line} has more than ${formatNumber(limits.columns)} columns.`;
      throw new CsvError('workbook', message, line);
    }
    while (cells.length < cell.column) cells.push('');
    useColumn(cell.column);
    cells[cell.column] = text;
    characters += text.length;
    if (characters > maxBatchCharacters) scanner.stop();
  }

  function endRow(): void {
    isInRow = false;
    if (!cells.every(isBlank)) rows.push({ line, cells });
  }

  function readMerged(tag: string): void {
    readAttributes(tag, (name, value) => {
      const column = name === 'ref' ? lastColumnOf(value) : -1;
      if (column < maxMergedColumns) useColumn(column);
    });
  }

  const scanner = createXmlScanner({
    open(name, tag) {
      if (isInCell) {
        if (name === 'v') {
          isInValue = true;
          cell.hasValue = true;
        } else if (name === 'f') cell.hasFormula = true;
        else rich.open(name, tag);
      } else if (isInRow && name === 'c') startCell(tag);
      else if (name === 'row') startRow(tag);
      else if (name === 'mergeCell') readMerged(tag);
    },
    close(name) {
      if (isInCell) {
        if (name === 'v') isInValue = false;
        else if (name === 'c') endCell();
        else rich.close(name);
      } else if (name === 'row') endRow();
    },
    text(text) {
      if (isInValue) {
        cell.value += text;
        // An escape of seven characters becomes one.
        if (cell.value.length > 7 * limits.cell) refuseCell();
      } else if (isInCell) rich.add(text);
    },
  });

  function taken(): CsvRow[] {
    const complete = rows;
    rows = [];
    return complete;
  }

  return {
    /** Returns the rows that this text completes. Blank rows are left out. */
    feed(text: string): CsvRow[] {
      characters = 0;
      scanner.feed(text);
      return taken();
    },
    /** Whether a part of the text is left, because its cells are long: `feed('')` continues with it. */
    isBehind: scanner.isStopped,
    end(): CsvRow[] {
      scanner.end();
      return taken();
    },
    /** Of what was read so far. */
    layout: (): SheetLayout => layout,
  };
}
