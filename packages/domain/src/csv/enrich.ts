import type { FieldMapping, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import {
  type DateField,
  dateFields,
  mapResultFields,
  resultFieldNames,
} from '@warranty/contracts/result-fields';
import { memoize } from '../memoize.ts';
import { isBlank } from './blank.ts';
import { type Column, columnIndex, freeName } from './columns.ts';
import { type DateFormat, formatText, isoFormat, writeDate } from './dates.ts';
import {
  type AddedField,
  type CorrectedField,
  type EnrichmentField,
  type EnrichmentValues,
  enrichmentFields,
} from './enrichment-values.ts';
import type { ColumnProfile } from './profile.ts';

export interface EnrichOptions {
  columns: readonly Column[];
  mapping: FieldMapping;
  fillBlankFields: boolean;
  purchaseDate?: PurchaseDateChoice | undefined;
  /** Names of columns to exclude: a new column is not added, a column of the file stays unchanged. */
  unticked?: readonly string[] | undefined;
  /** Date formats from `decideDates`; the default is yyyy-mm-dd. */
  dateFormats?: Partial<Record<DateField, DateFormat>> | undefined;
  /**
   * Of all columns, in order. A column that has values of its own keeps them, so the vendor's values get a new column next to the
   * other added ones.
   */
  profiles?: readonly (Pick<ColumnProfile, 'rows' | 'blank'> | null)[] | undefined;
  /** Each gets a column, because the cells of the file stay as they are. */
  correctedFields?: readonly CorrectedField[] | undefined;
}

/** A column that values are written to. */
export interface Target {
  field: EnrichmentField;
  /** `filled`: blank cells of the file's column are filled. `added`: a new column. */
  kind: 'filled' | 'added';
  column: string;
  /** Index in the written row. */
  at: number;
  /** Index of the file's column for the field; -1 if there is none. */
  mapped: number;
  format: DateFormat;
}

export interface EnrichPlan {
  /** The header row to write, known before any row. */
  header: readonly string[];
  /** Number of columns of the file. */
  width: number;
  targets: readonly Target[];
}

export interface CellChange {
  column: string;
  before: string;
  after: string;
  kind: Target['kind'];
}

const addedNames: Record<AddedField, string> = {
  ...mapResultFields((_, { column }) => column),
  source: 'Warranty Source',
  error: 'Warranty Error',
  correctedIdentifier: 'Corrected Identifier',
  correctedManufacturer: 'Corrected Manufacturer',
};

/** Identifiers are what was asked for, so there is nothing to compare. */
const withVendorColumn: readonly EnrichmentField[] = resultFieldNames.filter(
  (field) => field !== 'serviceTag',
);

/** The header of a column with the vendor's values next to a column of the file that has its own. */
const vendorColumnName = (field: AddedField) => `${addedNames[field]} (vendor)`;

export type Placing = Pick<EnrichOptions, 'columns' | 'mapping' | 'purchaseDate'>;

interface Placed {
  /** Index of the file's column for the field; -1 if there is none. */
  at: number;
  /** Chosen in the purchase date dialog, so it is filled even if `fillBlankFields` is off. */
  isChosen: boolean;
}

/** Where a field is written. Without a column, a new one is created. */
export function placeOf(field: EnrichmentField, { columns, mapping, purchaseDate: choice }: Placing): Placed {
  if (field === 'purchaseDate' && choice?.mode === 'update') {
    const at = columnIndex(columns, choice.column);
    if (at >= 0) return { at, isChosen: true };
  }
  const mapped: Partial<Record<EnrichmentField, string | undefined>> = mapping;
  return { at: columnIndex(columns, mapped[field]), isChosen: false };
}

export const isDateField = (field: EnrichmentField): field is DateField =>
  (dateFields as readonly EnrichmentField[]).includes(field);

/** Decides which columns are written, from the mapping and the options only. */
export function planEnrichment(options: EnrichOptions): EnrichPlan {
  const { columns, fillBlankFields, unticked = [], dateFormats = {}, correctedFields = [] } = options;
  const hasValues = (at: number) => {
    const profile = options.profiles?.[at];
    return profile !== undefined && profile !== null && profile.blank < profile.rows;
  };
  const formatOf = (field: EnrichmentField) => (isDateField(field) && dateFormats[field]) || isoFormat;
  const header = columns.map((column) => column.header ?? column.name);
  const taken = new Set(
    [...header, ...columns.map(({ name }) => name)].map((name) => name.trim().toLowerCase()),
  );
  const targets: Target[] = [];

  // The chosen purchase date column comes first, in case another field uses the same one.
  const fields = [...enrichmentFields, ...correctedFields];
  const placed = fields.map((field) => ({ field, ...placeOf(field, options) }));
  const manufacturer = { field: 'manufacturer' as const, ...placeOf('manufacturer', options) };
  const inFile = [...placed.filter(({ field }) => field === 'purchaseDate'), ...placed, manufacturer];
  for (const { field, at, isChosen } of inFile) {
    const column = columns[at]?.name;
    if (column === undefined || !(fillBlankFields || isChosen) || unticked.includes(column)) continue;
    if (targets.some((target) => target.field === field)) continue;
    targets.push({ field, kind: 'filled', column, at, mapped: at, format: formatOf(field) });
  }
  for (const { field, at } of placed) {
    if (at >= 0 && !(withVendorColumn.includes(field) && hasValues(at))) continue;
    const wanted = at >= 0 ? vendorColumnName(field) : addedNames[field];
    const column = freeName(wanted, (name) => taken.has(name.toLowerCase()));
    taken.add(column.toLowerCase());
    if (unticked.includes(column)) continue;
    const added = { field, kind: 'added', column, mapped: at, format: formatOf(field) } as const;
    targets.push({ ...added, at: header.push(column) - 1 });
  }
  return { header, width: columns.length, targets };
}

interface Writing {
  target: Target;
  write(value: string): string;
}

function writingFor(target: Target): Writing {
  const isPlain = !isDateField(target.field) || formatText(target.format) === isoFormat.pattern;
  return { target, write: isPlain ? (value) => value : memoize((iso) => writeDate(iso, target.format)) };
}

/** Call once per file. Never overwrites a cell that has a value. */
export function createEnricher(plan: EnrichPlan) {
  const { width, header, targets } = plan;
  const writings = targets.map(writingFor);
  const addedColumns = header.length - width;

  /**
   * Returns the row to write. `answer` is null for a row that was not looked up; the optional `changes` collects what was
   * written.
   */
  return (cells: readonly string[], answer: EnrichmentValues | null, changes?: CellChange[]): string[] => {
    const row = cells.slice(0, width);
    for (let added = 0; added < addedColumns; added += 1) row.push('');
    // Fields beyond the header stay at the end, after the new columns.
    for (let extra = width; extra < cells.length; extra += 1) row.push(cells[extra] ?? '');
    if (answer === null) return row;
    for (const { target, write } of writings) {
      const value = answer[target.field];
      const before = row[target.at] ?? '';
      if (value === undefined || value === null || value === '' || !isBlank(before)) continue;
      const after = write(value);
      row[target.at] = after;
      changes?.push({ column: target.column, before, after, kind: target.kind });
    }
    return row;
  };
}
