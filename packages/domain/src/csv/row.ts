import { errorSentence } from '@warranty/contracts/errors';
import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { type Identifier, readIdentifier } from '../identifiers.ts';
import type { MakerEvidence } from '../manufacturer.ts';
import { serialOf } from '../vendor-serial.ts';
import { isBlank } from './blank.ts';
import { type Column, columnIndex } from './columns.ts';
import { type ColumnDamage, type Repair, repair } from './damage.ts';
import { isPlainSerial } from './plain-serial.ts';
import { createRowMakers, quoted, serialConflict } from './row-maker.ts';

export type SkippedBecause = 'no-identifier' | 'placeholder' | 'damaged' | 'no-maker' | 'model-name';

/** What a row asks for. */
export interface RowReading {
  fate: 'look-up' | 'not-processed' | 'skipped';
  /** The identifier as its maker's API knows it; as it is written where the row is skipped. */
  identifier: string;
  maker: string | null;
  evidence: MakerEvidence | null;
  /** How the maker is known, as a sentence. */
  makerSentence: string;
  /** The other maker that the model or the serial number names. */
  conflict: string | null;
  /** Which figure of the manufacturer statistics the row is in. */
  counted: 'provided' | 'normalized' | 'guessed' | 'skipped';
  skippedBecause: SkippedBecause | null;
  /** Why the row is not looked up, as a sentence. */
  reason: string | null;
  /** Damage found in the identifier. */
  repair: Repair | null;
}

export interface RowReaderOptions {
  columns: readonly Column[];
  mapping: FieldMapping;
  /** Of the columns, in their order. */
  damage?: readonly ColumnDamage[];
  /** Makers that this run processes. */
  vendors?: readonly string[];
}

export type RowReader = (cells: readonly string[]) => RowReading;

function unread(written: string, found: Repair | null): RowReading {
  return {
    fate: 'skipped',
    identifier: written,
    maker: null,
    evidence: null,
    makerSentence: '',
    conflict: null,
    counted: 'skipped',
    skippedBecause: null,
    reason: null,
    repair: found,
  };
}

function skip(row: RowReading, because: SkippedBecause, reason: string): RowReading {
  row.skippedBecause = because;
  row.reason = reason;
  return row;
}

function read(text: string, maker: string | null): Identifier {
  if (isPlainSerial(text)) return { kind: 'serial', value: text };
  return readIdentifier(text, maker === null ? {} : { dell: maker === 'Dell' });
}

const cellAt = (cells: readonly string[], at: number) => (at < 0 ? '' : (cells[at] ?? ''));

/** One reader per file: it remembers what the file's rows have in common. */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { columns, mapping, damage = [], vendors = ['Dell'] } = options;
  const makers = createRowMakers();
  const identifierAt = columnIndex(columns, mapping.modelNumber);
  const makerAt = columnIndex(columns, mapping.manufacturer);
  const modelAt = columnIndex(columns, mapping.deviceModel);
  const identifierDamage = damage[identifierAt];

  /** The order of evidence: what the file says, the model, the identifier. */
  function takeMaker(row: RowReading, givenCell: string, model: string, text: string, value: string): void {
    const { maker: given, sentence, conflictWith } = makers.given(givenCell);
    if (given) {
      row.maker = given.name;
      row.evidence = 'given';
      row.makerSentence = sentence;
      row.counted = given.exact ? 'provided' : 'normalized';
      row.conflict = conflictWith(model) ?? serialConflict(givenCell, value);
      return;
    }
    const found = makers.found(model, value === '' ? '' : text);
    if (found.maker === null) return;
    row.maker = found.maker;
    row.evidence = found.evidence;
    row.makerSentence = found.sentence;
    row.counted = 'guessed';
  }

  function decide(row: RowReading, isModel: boolean, value: string): RowReading {
    const { maker, identifier: written } = row;
    if (maker === null)
      return skip(row, 'no-maker', errorSentence('maker_unknown', { input: quoted(written) }));
    if (!isModel) row.identifier = serialOf(maker, value);
    if (!vendors.includes(maker)) {
      row.fate = 'not-processed';
      row.reason = `${quoted(maker)} devices are not processed by this run.`;
      return row;
    }
    if (isModel) {
      row.counted = 'skipped';
      return skip(
        row,
        'model-name',
        errorSentence('needs_serial', { vendor: maker, input: quoted(written) }),
      );
    }
    row.fate = 'look-up';
    return row;
  }

  return (cells) => {
    const written = cellAt(cells, identifierAt).trim();
    const givenCell = cellAt(cells, makerAt);
    const modelCell = cellAt(cells, modelAt);
    const found = isPlainSerial(written) ? null : repair(written, identifierDamage);
    const row = unread(written, found);
    if (written === '') return skip(row, 'no-identifier', 'This row has no service tag or serial number.');
    if (found?.kind === 'scientific' && !found.certain) return skip(row, 'damaged', found.what);

    const text = found?.value ?? written;
    const named = makers.given(givenCell).maker?.name ?? makers.fromModel(modelCell).maker;
    const identifier = read(text, named);
    if (identifier.kind === 'empty' || identifier.kind === 'placeholder') {
      return skip(row, 'placeholder', errorSentence('placeholder_identifier', { input: quoted(written) }));
    }
    const isModel = identifier.kind === 'model';
    const value = isModel ? '' : identifier.value;
    takeMaker(row, givenCell, isModel && isBlank(modelCell) ? identifier.text : modelCell, text, value);
    return decide(row, isModel, value);
  };
}
