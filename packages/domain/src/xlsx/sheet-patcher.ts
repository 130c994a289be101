import { columnLetters, columnOf, lastColumnOf } from './cell-reference.ts';
import { type AddedColumns, createColumnDefinitions } from './sheet-columns.ts';
import { asOpening, attributeIn, withAttribute, withoutAttribute } from './tag-text.ts';
import { hasOuterSpace, toAsciiXml } from './written-text.ts';
import { createXmlSplicer, type Splice, type Tag, waiting } from './xml-splicer.ts';

/** What is written to the cells of a row. */
export interface PatchedRow<C> {
  line: number;
  /** In the order of their columns. */
  cells: readonly C[];
  /** New cells look like the last cell of the row that has a value. */
  isHeader?: boolean;
}

export interface PatchedCell {
  /** Zero-based. */
  column: number;
}

export interface WrittenCell {
  style: number;
  type: 'number' | 'text';
  text: string;
}

export interface SheetPatch<C> {
  added: AddedColumns;
  /** `style` is what the cell looks like so far. */
  write(cell: C, style: number): WrittenCell;
}

/**
 * Adds cells to the rows of a sheet, and fills blank ones. Everything else stays as it is in the file, character by character: other
 * cells, formulas, and all that is not a cell. The text may be in any encoding that contains ASCII.
 */
export function createSheetPatcher<C extends PatchedCell>({ added, write }: SheetPatch<C>) {
  const letters: string[] = [];
  let prefix: string | null = null;
  let columns = createColumnDefinitions(added, '');
  let hasDefinitions = false;
  let isInRows = false;
  let isAfterRows = false;
  const known: PatchedRow<C>[] = [];
  let knownFrom = 0;
  let isComplete = false;

  /** The row that is being written, and the next cell of it. */
  let row: PatchedRow<C> | null = null;
  let next = 0;
  let line = 0;
  let column = -1;
  let rowStyle = 0;
  let lastStyle = 0;
  /** What is written instead of the cell that is being held. */
  let instead: string | null = null;

  function cellXml(cell: C, own: number): string {
    const { style, type, text } = write(cell, own);
    const at = cell.column;
    letters[at] ??= columnLetters(at);
    const start = `<${prefix}c r="${letters[at]}${line}"${style > 0 ? ` s="${style}"` : ''}`;
    if (type === 'number') return `${start}><${prefix}v>${text}</${prefix}v></${prefix}c>`;
    const space = hasOuterSpace(text) ? ' xml:space="preserve"' : '';
    return `${start} t="inlineStr"><${prefix}is><${prefix}t${space}>${toAsciiXml(text)}</${prefix}t></${prefix}is></${prefix}c>`;
  }

  /** The cells up to this column that are not in the file. */
  function missingCells(until: number): string {
    let xml = '';
    for (let cell = row?.cells[next]; cell && cell.column < until; cell = row?.cells[next]) {
      const own = row?.isHeader ? lastStyle : rowStyle || columns.styleOf(cell.column);
      xml += cellXml(cell, own);
      next += 1;
    }
    return xml;
  }

  function takeRow(): PatchedRow<C> | null | typeof waiting {
    while (knownFrom < known.length) {
      const found = known[knownFrom] as PatchedRow<C>;
      if (found.line > line) return null;
      knownFrom += 1;
      if (found.line === line) return found;
    }
    return isComplete ? null : waiting;
  }

  function onRow(tag: Tag): Splice {
    const text = tag.text;
    const before = line;
    line = Number(attributeIn(text, 'r') ?? line + 1);
    const found = takeRow();
    if (found === waiting) {
      line = before;
      return waiting;
    }
    row = found;
    next = 0;
    column = -1;
    lastStyle = 0;
    if (!row || row.cells.length === 0) return undefined;
    const isStyled = /^(?:1|true)$/.test(attributeIn(text, 'customFormat') ?? '');
    rowStyle = isStyled ? Number(attributeIn(text, 's') ?? 0) : 0;
    // Optional, and wrong from now on.
    const opening = withoutAttribute(asOpening(text), 'spans');
    return tag.kind === 'empty'
      ? `${opening}${missingCells(Number.POSITIVE_INFINITY)}</${prefix}row>`
      : opening;
  }

  function onCell(tag: Tag): Splice {
    if (!row) return undefined;
    const text = tag.text;
    const reference = attributeIn(text, 'r');
    column = reference === null ? column + 1 : columnOf(reference);
    const before = missingCells(column);
    const cell = row.cells[next];
    const isOurs = cell !== undefined && cell.column === column;
    if (row.isHeader && tag.kind === 'open') lastStyle = Number(attributeIn(text, 's') ?? 0);
    if (!isOurs) return before === '' ? undefined : before + text;
    next += 1;
    const own = row.isHeader ? lastStyle : Number(attributeIn(text, 's') ?? 0);
    const xml = cellXml(cell, own);
    if (tag.kind === 'empty') return before + xml;
    // It may have a formula, which is not replaced.
    instead = before + xml;
    splicer.hold();
    return before === '' ? undefined : before + text;
  }

  function onTagInRows(tag: Tag): Splice {
    const { name, kind } = tag;
    if (name === names.c && kind !== 'close') return onCell(tag);
    if (name === names.c && instead !== null) {
      splicer.release(instead);
      instead = null;
    } else if (name === names.f && instead !== null) {
      splicer.release();
      instead = null;
    } else if (name === names.row) {
      if (kind !== 'close') return onRow(tag);
      const rest = missingCells(Number.POSITIVE_INFINITY);
      row = null;
      return rest === '' ? undefined : rest + tag.text;
    } else if (name === names.sheetData && kind === 'close') isAfterRows = true;
    return undefined;
  }

  function onTagBefore(tag: Tag): Splice {
    const { name, kind } = tag;
    if (name === names.dimension && kind !== 'close') return withLastColumn(tag.text);
    if (name === names.col) return kind === 'close' ? '' : columns.take(tag.text);
    if (name === names.cols) {
      hasDefinitions = true;
      if (kind === 'empty') return `${asOpening(tag.text)}${columns.rest()}</${name}>`;
      return kind === 'close' ? columns.rest() + tag.text : undefined;
    }
    if (name !== names.sheetData) return undefined;
    isInRows = kind === 'open';
    isAfterRows = kind === 'empty';
    const definitions = hasDefinitions ? '' : columns.rest();
    return definitions === '' ? undefined : `<${names.cols}>${definitions}</${names.cols}>${tag.text}`;
  }

  function withLastColumn(tag: string): string {
    const range = attributeIn(tag, 'ref') ?? '';
    const last = added.from + added.widths.length - 1;
    const [start, end] = range.split(':');
    if (end === undefined || lastColumnOf(range) >= last) return tag;
    return withAttribute(tag, 'ref', `${start}:${columnLetters(last)}${end.replaceAll(/\D/g, '')}`);
  }

  let names = namesWith('');
  function onTag(tag: Tag): Splice {
    if (isAfterRows) return undefined;
    if (prefix === null) {
      prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      names = namesWith(prefix);
      columns = createColumnDefinitions(added, prefix);
    }
    return isInRows ? onTagInRows(tag) : onTagBefore(tag);
  }

  const splicer = createXmlSplicer(onTag);
  return {
    feed: splicer.feed,
    /** Whether it waits for `addRows` or `endRows`, and `feed('')` then. */
    needsRows: splicer.isWaiting,
    /** The next rows, in order. */
    addRows(rows: readonly PatchedRow<C>[]): void {
      known.splice(0, knownFrom);
      knownFrom = 0;
      known.push(...rows);
    },
    endRows(): void {
      isComplete = true;
    },
    end: splicer.end,
  };
}

/** The names of elements as this file writes them. */
function namesWith(prefix: string) {
  const named = (name: string) => prefix + name;
  return {
    ...{ dimension: named('dimension'), cols: named('cols'), col: named('col') },
    ...{ sheetData: named('sheetData'), row: named('row'), c: named('c'), f: named('f') },
  };
}
