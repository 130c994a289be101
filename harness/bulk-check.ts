import { createReadStream } from 'node:fs';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { readBulkResults } from '@warranty/contracts/bulk-results';
import Papa from 'papaparse';
import { type Fleet, purchaseDateAt } from './fleet.ts';
import type { TestClient } from './test-client.ts';

/** Rows by outcome according to the file. `notLookedUp` is a row that was not looked up, or not yet. */
export interface FileCounts {
  found: number;
  'not-known': number;
  failed: number;
  notLookedUp: number;
}

export interface FileCheck {
  counts: FileCounts;
  /** The first errors found. */
  errors: string[];
  /** Serials of the failed rows. */
  failedSerials: Set<string>;
}

const maxErrors = 10;

/**
 * Checks that a downloaded file has every row of the fleet once and in order, each cell unchanged except blank purchase
 * dates, followed by the result for that serial. Uses a different parser than the product.
 */
export async function checkFile(path: string, fleet: Fleet): Promise<FileCheck> {
  const counts: FileCounts = { found: 0, 'not-known': 0, failed: 0, notLookedUp: 0 };
  const errors: string[] = [];
  const failedSerials = new Set<string>();
  let read: ReturnType<typeof rowReader> | null = null;
  let rows = 0;

  function takeRow(cells: string[]): void {
    if (!read) {
      const own = cells.slice(0, fleet.header.length).map((cell) => cell.replace(/^\uFEFF/, ''));
      if (own.join() !== fleet.header.join()) errors.push(`the header is ${cells.join()}`);
      read = rowReader(cells);
      return;
    }
    const at = rows;
    rows += 1;
    if (at >= fleet.rows) return;
    const says = read(cells, fleet.isLookedUp(at));
    counts[says.outcome] += 1;
    if (says.outcome === 'failed') failedSerials.add(fleet.serial(at));
    const mistake = mistakeIn(cells, says, fleet, at);
    if (mistake && errors.length < maxErrors) errors.push(`row ${at + 1} ${mistake}`);
  }

  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 }), {
      skipEmptyLines: true,
      chunk: ({ data }) => data.forEach(takeRow),
      complete: () => resolve(),
      error: reject,
    });
  });
  if (rows !== fleet.rows) errors.push(`found ${rows} rows, expected ${fleet.rows}`);
  return { counts, errors, failedSerials };
}

interface RowSays {
  outcome: keyof FileCounts;
  serviceTag: string;
  purchaseDate: string;
}

/** A row without dates states why, even if it was found without coverage or never looked up. */
function rowReader(header: string[]): (cells: string[], isLookedUp: boolean) => RowSays {
  const [source, error, tag, ship, start] = [
    'Warranty Source',
    'Warranty Error',
    'Service Tag',
    'Ship Date',
    'Warranty Start Date',
  ].map((name) => header.indexOf(name)) as [number, number, number, number, number];
  const outcomeOf = (cells: string[], isLookedUp: boolean): keyof FileCounts => {
    if (cells[source]) return cells[tag] ? 'found' : 'not-known';
    return cells[error] && isLookedUp ? 'failed' : 'notLookedUp';
  };
  return (cells, isLookedUp) => ({
    outcome: outcomeOf(cells, isLookedUp),
    serviceTag: cells[tag] ?? '',
    purchaseDate: cells[ship] || cells[start] || '',
  });
}

function mistakeIn(cells: string[], says: RowSays, fleet: Fleet, at: number): string | null {
  const expected = fleet.cells(at);
  const isFilled = expected[purchaseDateAt] === '' && says.outcome === 'found';
  if (isFilled) expected[purchaseDateAt] = says.purchaseDate;
  const wrong = expected.findIndex((cell, column) => cell !== cells[column]);
  if (wrong >= 0) return `has ${JSON.stringify(cells[wrong])}, expected ${JSON.stringify(expected[wrong])}`;
  if (!fleet.isLookedUp(at) && says.outcome !== 'notLookedUp') return 'was looked up';
  if (says.outcome === 'found' && says.serviceTag !== fleet.serial(at))
    return `of ${fleet.serial(at)} has the result for ${says.serviceTag}`;
  return null;
}

/** Returns the errors in the paged results: each row must appear once, with its outcome. */
export async function checkResults({ call }: TestClient, run: BulkRun): Promise<string[]> {
  const seen: Record<string, number> = {};
  let rows = 0;
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(after);
    for (const { row, outcome } of page.rows) {
      rows += 1;
      if (row !== rows) return [`row ${row} is at position ${rows}`];
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    after = page.nextAfter;
  }
  function readPage(after: number) {
    return call(readBulkResults, {
      params: { runId: run.id },
      query: { after: String(after), limit: '1000' },
    });
  }
  const errors = Object.entries(run.counts)
    .filter(([outcome, count]) => count !== (seen[outcome] ?? 0))
    .map(
      ([outcome, count]) => `${count} rows are counted as ${outcome}, but ${seen[outcome] ?? 0} are listed`,
    );
  if (rows !== run.totalRows) errors.push(`${rows} of ${run.totalRows} rows are listed`);
  return errors;
}
