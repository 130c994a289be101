import { isBlank } from '../csv/blank.ts';
import { CsvError, type CsvLimits, formatNumber } from '../csv/csv-error.ts';
import type { CsvRow } from '../csv/reader.ts';
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

export interface SheetReader {
  /** Returns the rows that this text completes. Blank rows are left out. */
  feed(text: string): CsvRow[];
  /** Whether a part of the text is left, because its cells are long: `feed('')` continues with it. */
  isBehind(): boolean;
  end(): CsvRow[];
}

const maxLine = 1_048_576;
/** Blank cells with a style may be in every column that a spreadsheet has. */
const maxCellsPerRow = 16_384;
/** A short reference can stand for a long text, so the cells of a chunk may have far more characters than the chunk. */
const maxBatchCharacters = 128 * 1024;
const letterA = 65;

/** The zero-based column of a reference like AB12; -1 if it has none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - letterA;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column - 1;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/** Reads the cells of a sheet. Hidden rows and columns are data like any other. */
export function createSheetReader(options: SheetReaderOptions): SheetReader {
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
        return formatNumberCell(value, styles[cell.style] ?? plainFormat, is1904);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'd':
        return readIsoDate(value);
      default:
        return decodeCellText(value);
    }
  }

  function endCell(): void {
    isInCell = false;
    if (cell.hasFormula && !cell.hasValue && cell.type !== 'inlineStr') onMissingResult(line);
    const text = textOfCell();
    if (text === '') return;
    if (text.length > limits.cell) refuseCell();
    if (cell.column >= limits.columns) {
      const message = `Row ${line} has more than ${formatNumber(limits.columns)} columns.`;
      throw new CsvError('workbook', message, line);
    }
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = text;
    characters += text.length;
    if (characters > maxBatchCharacters) scanner.stop();
  }

  function endRow(): void {
    isInRow = false;
    if (!cells.every(isBlank)) rows.push({ line, cells });
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
    feed(text) {
      characters = 0;
      scanner.feed(text);
      return taken();
    },
    isBehind: scanner.isStopped,
    end() {
      scanner.end();
      return taken();
    },
  };
}
