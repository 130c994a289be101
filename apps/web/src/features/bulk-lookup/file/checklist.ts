import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { columnIndex } from '@warranty/domain/csv/columns';
import { type DamageKind, damageKinds } from '@warranty/domain/csv/damage';
import { countFormats } from '@warranty/domain/csv/date-decision';
import type { ColumnDates } from '@warranty/domain/csv/date-evidence';
import { formatLabel } from '@warranty/domain/csv/dates';
import type { Encoding } from '@warranty/domain/csv/encoding';
import type { RowReview } from '@warranty/domain/csv/row-review';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { FileForm } from '../../../lib/files/file-form.ts';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { shorten } from '../shorten.ts';
import type { FileReading } from './csv-messages.ts';
import { type Finding, fine, rowFindings, withCount } from './row-findings.ts';

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western European)',
};

const delimiterNames: Record<Delimiter, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

function formFindings(form: FileForm): Finding[] {
  if (form.kind === 'xlsx') return [fine('Sheet', shorten(form.sheet, 40))];
  const { encoding, bom, delimiter, hasSeparatorLine } = form;
  return [
    fine('Encoding', encodingNames[encoding] + (bom ? ', with a byte order mark' : '')),
    fine(
      'Delimiter',
      delimiterNames[delimiter] + (hasSeparatorLine ? ', as declared by the "sep=" line' : ''),
    ),
  ];
}

function form(reading: FileReading): Finding[] {
  const { hasHeader, columns, rows, blankLines } = reading;
  const renamed = columns.filter(({ name, header }) => header !== null && header.trim() !== name).length;
  const columnLabels = formatCount(columns.length, 'column');
  const header: Finding = hasHeader
    ? fine('Header row', `Found, with ${columnLabels}`)
    : { kind: 'look', title: 'Header row', text: `None found. The ${columnLabels} are named by position` };
  const names: Finding = {
    kind: 'repaired',
    title: 'Column names',
    text: `${formatCount(renamed, 'name')} duplicated or missing. Renamed here; the download keeps the originals`,
  };
  const ignored = blankLines > 0 ? `, ${formatCount(blankLines, 'blank line')} ignored` : '';
  return [
    ...formFindings(reading.form),
    header,
    fine('Rows', formatNumber(rows) + ignored),
    ...(renamed > 0 ? [names] : []),
  ];
}

const orderLabels = { dmy: 'day first', mdy: 'month first' };

const nameOf = (pattern: string) => (pattern === 'serial' ? 'Excel date numbers' : formatLabel(pattern));
const maxListed = 5;

/** One finding per column, based on all of its rows. */
function dateFinding(name: string, dates: ColumnDates): Finding {
  const title = `Dates in ${shorten(name, 40)}`;
  const look = (text: string): Finding => ({ kind: 'look', title, text });
  const order = dates.format?.order;
  if (dates.order === 'open')
    return look(
      `${formatCount(dates.ambiguous, 'date')} could be day-first or month-first, and no row settles it`,
    );
  if (dates.order === 'mixed') {
    const text = `${formatNumber(dates.dayFirst)} day-first and ${formatNumber(dates.monthFirst)} month-first`;
    return look(`Mixed: ${text}${order ? `; read as ${orderLabels[order]}` : ''}`);
  }
  const formats = countFormats(dates);
  if (formats > 1) {
    const seen = dates.forms
      .slice(0, maxListed)
      .map(({ pattern, count }) => `${nameOf(pattern)} (${formatNumber(count)})`);
    const more = formats > maxListed ? ' and more' : '';
    return look(`Mixed: ${seen.join(', ')}${more}`);
  }
  const pattern = nameOf(dates.format?.pattern ?? '');
  return fine(title, order ? `${pattern}, ${orderLabels[order]}` : pattern);
}

function dateFindings({ columns, profiles }: FileReading): Finding[] {
  return columns.flatMap(({ name }, index) => {
    const profile = profiles[index];
    if (!profile || profile.dates.count * 2 <= profile.rows - profile.blank) return [];
    return [dateFinding(name, profile.dates)];
  });
}

const damageTexts: Record<DamageKind, [kind: Finding['kind'], text: string]> = {
  wrapped: ['repaired', '{identifier} wrapped in a formula (="..."). Looked up without the formula'],
  apostrophe: ['repaired', '{identifier} with a leading apostrophe. Looked up without it'],
  scientific: [
    'look',
    '{number} in scientific notation (1.23E+11). Complete numbers are restored; the others are skipped',
  ],
  zeros: [
    'repaired',
    '{identifier} missing leading zeros. Restored, because all others have the same length',
  ],
  rounded: ['look', '{long number} probably rounded to 15 digits. Export the column as text and try again'],
  date: ['look', '{identifier} that Excel may have converted to a date. Compare with the device label'],
};

/** Identifiers damaged by a spreadsheet. */
function damageFindings(
  { columns, profiles }: FileReading,
  mapping: FieldMapping,
  review: RowReview | null,
): Finding[] {
  const damage = profiles[columnIndex(columns, mapping.modelNumber)]?.damage;
  if (!damage) return [];
  const found = damageKinds.filter((kind) => damage[kind] > 0);
  if (found.length === 0) return [fine('Identifiers', 'No spreadsheet damage found')];
  return found.map((damaged) => {
    const [kind, text] = damageTexts[damaged];
    const listed = review?.[damaged];
    const count = listed?.count ?? damage[damaged];
    return { kind, title: 'Identifiers', text: withCount(text, count), ...(listed && { listed }) };
  });
}

/** Findings about the file: its format, damage and repairs. Rows are listed once they have been reviewed. */
export function findingsOf(
  reading: FileReading,
  mapping: FieldMapping,
  review: RowReview | null = null,
): Finding[] {
  return [
    ...form(reading),
    ...dateFindings(reading),
    ...damageFindings(reading, mapping, review),
    ...(review ? rowFindings(review) : []),
    ...reading.mappingNotes.map((note) => fine('Mapping', note)),
  ];
}
