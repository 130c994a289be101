import { type JsonMapping, maxExportRows, previewedRows } from '@warranty/contracts/json-mapping';
import { createFormulaGuard } from '@warranty/domain/csv/formula-guard';
import { cellText } from '@warranty/domain/json-mapping/cell-text';
import { countRows } from '@warranty/domain/json-mapping/count';
import { columnsOf, exportWarnings } from '@warranty/domain/json-mapping/export';
import { planMappings } from '@warranty/domain/json-mapping/plan';
import { mapRows } from '@warranty/domain/json-mapping/rows';
import { formatNumber } from '../../../lib/format/format-number.ts';

const maxCellLength = 200;
const guardFormulas = createFormulaGuard(',');

/** As written to the file, but truncated: a cell may contain an entire document. */
function shown(value: unknown, raw: boolean): string {
  const text = cellText(value);
  const guarded = raw ? text : guardFormulas(text);
  return guarded.length > maxCellLength ? `${guarded.slice(0, maxCellLength)}…` : guarded;
}

/** True if two sibling arrays are both exploded into rows. */
function multiplies(mappings: readonly JsonMapping[]): boolean {
  const parents = planMappings(mappings).exploded.map(({ parent }) => parent);
  return new Set(parents).size < parents.length;
}

function tooMany(rows: number, mappings: readonly JsonMapping[]): string[] {
  if (rows <= maxExportRows) return [];
  const most = `Only the first ${formatNumber(maxExportRows)} of ${formatNumber(rows)} rows will be exported.`;
  return [
    multiplies(mappings) ? `${most} Exploding several arrays multiplies the rows; remove one of them.` : most,
  ];
}

/** Preview of the start of the file; maps only the rows that are shown. Null without rows. */
export function previewOf(data: unknown, mappings: readonly JsonMapping[], { raw }: { raw: boolean }) {
  const { rows } = mapRows(data, mappings, { limit: previewedRows });
  if (rows.length === 0) return null;
  const all = countRows(data, mappings);
  const totalRows = Math.min(all, maxExportRows);
  const columns = columnsOf(rows);
  return {
    columns: columns.map((column) => shown(column, raw)),
    rows: rows.map((row) => columns.map((column) => shown(row[column], raw))),
    /** In the file. */
    totalRows,
    warnings: [...tooMany(all, mappings), ...exportWarnings(totalRows, columns.length)],
  };
}

export type Preview = NonNullable<ReturnType<typeof previewOf>>;
