import { errorMessage } from '@warranty/contracts/core/errors';
import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { ManufacturerEvidence } from '../detect-manufacturer.ts';
import { type Identifier, readIdentifier } from '../identifiers.ts';
import { toVendorSerial } from '../vendor-serial.ts';
import { isBlank } from './blank.ts';
import { type Column, columnIndex } from './columns.ts';
import type { RowCorrection } from './corrections.ts';
import { type ColumnDamage, type Repair, repair } from './damage.ts';
import { createManufacturerResolver, quoted, serialConflict } from './manufacturer-resolver.ts';
import { isPlainSerial } from './plain-serial.ts';

export type SkipReason =
  | 'no-identifier'
  | 'placeholder'
  | 'damaged'
  | 'not-a-serial'
  | 'model-name'
  | 'no-manufacturer';

/** What to do with a row. */
export interface RowReading {
  action: 'look-up' | 'not-processed' | 'skipped';
  /** The identifier in the format of its manufacturer's API; as written in the file if the row is skipped. */
  identifier: string;
  manufacturer: string | null;
  evidence: ManufacturerEvidence | null;
  /** How the manufacturer was detected, as a sentence. */
  manufacturerReason: string;
  /** The other manufacturer that the model or the serial number implies. */
  conflict: string | null;
  /** Which count of the manufacturer statistics the row belongs to. */
  counted: 'provided' | 'normalized' | 'guessed' | 'skipped';
  /** Why no vendor can look the row up. Also set for a row that is not processed. */
  skipReason: SkipReason | null;
  /** Why the row is not looked up, as a sentence. */
  reason: string | null;
  /** Damage found in the identifier. */
  repair: Repair | null;
}

export interface RowReaderOptions {
  columns: readonly Column[];
  mapping: FieldMapping;
  /** In column order. */
  damage?: readonly ColumnDamage[];
  /** Manufacturers that this run processes. */
  vendors?: readonly string[];
}

export type RowReader = (cells: readonly string[], correction?: RowCorrection) => RowReading;

const vendorNames: ReadonlySet<string> = new Set(vendorsWithKeys.map(({ name }) => name));

/** The vendor that can look the row up, whether this run asks it or not; null if none can. */
export function vendorOf({ manufacturer, skipReason }: RowReading): string | null {
  return manufacturer !== null && skipReason === null && vendorNames.has(manufacturer) ? manufacturer : null;
}

function unread(written: string, found: Repair | null): RowReading {
  return {
    action: 'skipped',
    identifier: written,
    manufacturer: null,
    evidence: null,
    manufacturerReason: '',
    conflict: null,
    counted: 'skipped',
    skipReason: null,
    reason: null,
    repair: found,
  };
}

function skip(row: RowReading, because: SkipReason, reason: string): RowReading {
  row.skipReason = because;
  row.reason = reason;
  return row;
}

function read(text: string, manufacturer: string | null): Identifier {
  if (isPlainSerial(text)) return { kind: 'serial', value: text };
  return readIdentifier(text, manufacturer === null ? {} : { manufacturer });
}

function notProcessedReason(manufacturer: string): string {
  const name = quoted(manufacturer);
  return vendorNames.has(manufacturer)
    ? `Not looked up: ${name} was off in this run.`
    : `Not looked up: there is no lookup for ${name} devices.`;
}

const cellAt = (cells: readonly string[], at: number) => (at < 0 ? '' : (cells[at] ?? ''));

/** One reader per file: it caches results for values that rows share. */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { columns, mapping, damage = [], vendors = ['Dell'] } = options;
  const resolver = createManufacturerResolver();
  const identifierAt = columnIndex(columns, mapping.modelNumber);
  const manufacturerIndex = columnIndex(columns, mapping.manufacturer);
  const modelAt = columnIndex(columns, mapping.deviceModel);
  const identifierDamage = damage[identifierAt];

  /** Evidence in order of precedence: the file's manufacturer, the model, the identifier. */
  function takeManufacturer(
    row: RowReading,
    givenCell: string,
    model: string,
    text: string,
    value: string,
  ): void {
    const { manufacturer: given, sentence, conflictWith } = resolver.given(givenCell);
    if (given) {
      row.manufacturer = given.name;
      row.evidence = 'given';
      row.manufacturerReason = sentence;
      row.counted = given.exact ? 'provided' : 'normalized';
      row.conflict = conflictWith(model) ?? serialConflict(givenCell, value);
      return;
    }
    const found = resolver.found(model, value === '' ? '' : text);
    if (found.manufacturer === null) return;
    row.manufacturer = found.manufacturer;
    row.evidence = found.evidence;
    row.manufacturerReason = found.sentence;
    row.counted = 'guessed';
  }

  function decide(row: RowReading, isModel: boolean, value: string): RowReading {
    const { manufacturer, identifier: written } = row;
    if (manufacturer === null)
      return skip(row, 'no-manufacturer', errorMessage('maker_unknown', { input: quoted(written) }));
    if (!isModel) row.identifier = toVendorSerial(manufacturer, value);
    const isProcessed = vendors.includes(manufacturer);
    if (!isProcessed) row.action = 'not-processed';
    if (isModel && vendorNames.has(manufacturer)) {
      if (isProcessed) row.counted = 'skipped';
      return skip(
        row,
        'model-name',
        errorMessage('needs_serial', { vendor: manufacturer, input: quoted(written) }),
      );
    }
    if (isProcessed) row.action = 'look-up';
    else row.reason = notProcessedReason(manufacturer);
    return row;
  }

  return (cells, correction) => {
    const written = (correction?.identifier ?? cellAt(cells, identifierAt)).trim();
    const givenCell = correction?.manufacturer ?? cellAt(cells, manufacturerIndex);
    const modelCell = cellAt(cells, modelAt);
    const isIntact = correction?.identifier !== undefined || isPlainSerial(written);
    const found = isIntact ? null : repair(written, identifierDamage);
    const row = unread(written, found);
    if (written === '') return skip(row, 'no-identifier', 'This row has no service tag or serial number.');
    if (found?.kind === 'scientific' && !found.certain) return skip(row, 'damaged', found.message);

    const text = found?.value ?? written;
    const named = resolver.given(givenCell).manufacturer?.name ?? resolver.fromModel(modelCell).manufacturer;
    const identifier = read(text, named);
    if (identifier.kind === 'empty' || identifier.kind === 'placeholder') {
      return skip(row, 'placeholder', errorMessage('placeholder_identifier', { input: quoted(written) }));
    }
    if (identifier.kind === 'other')
      return skip(row, 'not-a-serial', errorMessage('not_a_serial', { input: quoted(written) }));
    const isModel = identifier.kind === 'model';
    const value = isModel ? '' : identifier.value;
    takeManufacturer(
      row,
      givenCell,
      isModel && isBlank(modelCell) ? identifier.text : modelCell,
      text,
      value,
    );
    return decide(row, isModel, value);
  };
}
