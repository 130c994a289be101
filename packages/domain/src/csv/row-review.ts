import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { type Column, columnIndex } from './columns.ts';
import type { DamageKind, Repair } from './damage.ts';
import type { CsvRow } from './reader.ts';
import type { RowReading, SkipReason } from './row.ts';
import { createSeenDevices } from './seen-devices.ts';

/** Why a user may want to look at a row before a run. A row can have several issues. */
export type RowIssue =
  | DamageKind
  | Exclude<SkipReason, 'damaged'>
  /** Looked up in another spelling than in the file: without spaces, in upper case. */
  | 'normalized'
  /** The model or the serial number implies another manufacturer than the file gives. */
  | 'conflict'
  /** The device is already in an earlier row. */
  | 'duplicate';

export interface ListedRow {
  /** 1 is the first row below the header. */
  row: number;
  line: number;
  /** The cell with the identifier, as in the file. Only the start of a long one. */
  cell: string;
  /** The cells that tell the manufacturer. Only the start of long ones. */
  manufacturer: string;
  model: string;
  /** The other manufacturer that the model or the serial number implies. */
  conflict: string | null;
  /** The identifier that is looked up; null if the row is not looked up. */
  lookedUpAs: string | null;
  /** What was done with the cell, or why the row is not looked up. */
  reason: string | null;
}

export interface IssueRows {
  count: number;
  /** Only the first ones. */
  rows: ListedRow[];
}

export type RowReview = Partial<Record<RowIssue, IssueRows>>;

const maxListed = 100;
const maxCellLength = 200;

function conflictReason({ manufacturer, conflict }: RowReading): string {
  return `The file says ${manufacturer}, but the model or serial number looks like ${conflict}. ${manufacturer} is used.`;
}

/** A repaired identifier may still be of a manufacturer that this run does not process. */
function repairReason({ message }: Repair, { action, reason }: RowReading): string {
  return action === 'not-processed' && reason ? `${message} ${reason}` : message;
}

/** Collects the rows with an issue in constant memory, except for up to 64 bytes per distinct device. */
export function createRowReviewer(columns: readonly Column[], mapping: FieldMapping) {
  const identifierAt = columnIndex(columns, mapping.modelNumber);
  const manufacturerAt = columnIndex(columns, mapping.manufacturer);
  const modelAt = columnIndex(columns, mapping.deviceModel);
  const devices = createSeenDevices();
  const review: RowReview = {};
  let rowsRead = 0;

  function list(issue: RowIssue, { cells, line }: CsvRow, reading: RowReading, reason: string | null): void {
    review[issue] ??= { count: 0, rows: [] };
    const issueRows = review[issue];
    issueRows.count += 1;
    if (issueRows.rows.length >= maxListed) return;
    const startOf = (at: number) => (cells[at] ?? '').slice(0, maxCellLength);
    const lookedUpAs = reading.action === 'look-up' ? reading.identifier : null;
    issueRows.rows.push({
      row: rowsRead,
      line,
      cell: startOf(identifierAt),
      manufacturer: startOf(manufacturerAt),
      model: startOf(modelAt),
      conflict: reading.conflict,
      lookedUpAs,
      reason,
    });
  }

  return {
    /** Rows in file order, all of them. */
    add(row: CsvRow, reading: RowReading): void {
      rowsRead += 1;
      const { action, repair, skipReason, conflict, identifier, manufacturer } = reading;
      if (repair) list(repair.kind, row, reading, repairReason(repair, reading));
      if (skipReason !== null && skipReason !== 'damaged') list(skipReason, row, reading, reading.reason);
      if (conflict !== null) list('conflict', row, reading, conflictReason(reading));
      if (action !== 'look-up' || manufacturer === null) return;
      if (!repair && identifier !== row.cells[identifierAt]) list('normalized', row, reading, null);
      const firstLine = devices.add(manufacturer, identifier, row.line);
      if (firstLine > 0) list('duplicate', row, reading, `The same device as in row ${firstLine}.`);
    },
    review: (): RowReview => review,
  };
}
