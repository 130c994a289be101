import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { columnIndex } from '@warranty/domain/csv/columns';
import { type DamageKind, damageKinds } from '@warranty/domain/csv/damage';
import { countFormats } from '@warranty/domain/csv/date-decision';
import type { ColumnDates } from '@warranty/domain/csv/date-evidence';
import type { Encoding } from '@warranty/domain/csv/encoding';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import { formatCount, formatNumber } from '../../lib/format-number.ts';
import type { FileReading } from './csv-messages.ts';
import { shorten } from './shorten.ts';

export interface Finding {
  /** `fine` needs nobody, `repaired` is put right by itself, `look` should be looked at by a person. */
  kind: 'fine' | 'repaired' | 'look';
  title: string;
  text: string;
}

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

function form(reading: FileReading): Finding[] {
  const { encoding, bom, delimiter, hasSeparatorLine, hasHeader, columns, rows, blankLines } = reading;
  const renamed = columns.filter(({ name, header }) => header !== null && header.trim() !== name).length;
  const columnLabels = formatCount(columns.length, 'column');
  return [
    {
      kind: 'fine',
      title: 'Encoding',
      text: encodingNames[encoding] + (bom ? ', with a byte order mark' : ''),
    },
    {
      kind: 'fine',
      title: 'Delimiter',
      text: delimiterNames[delimiter] + (hasSeparatorLine ? ', as the line "sep=" says' : ''),
    },
    hasHeader
      ? { kind: 'fine', title: 'Header row', text: `Found, with ${columnLabels}` }
      : { kind: 'look', title: 'Header row', text: `None: the ${columnLabels} are named by their place` },
    {
      kind: 'fine',
      title: 'Rows',
      text:
        formatNumber(rows) +
        (blankLines > 0 ? `, and ${formatCount(blankLines, 'blank line')} left out` : ''),
    },
    ...(renamed > 0
      ? [
          {
            kind: 'repaired' as const,
            title: 'Column names',
            text: `${formatCount(renamed, 'name')} doubled or missing; told apart here, and written back as they were`,
          },
        ]
      : []),
  ];
}

const orderLabels = { dmy: 'day first', mdy: 'month first' };

const nameOf = (pattern: string) => (pattern === 'serial' ? 'day numbers of Excel' : pattern);
const maxListed = 5;

/** One verdict per column, from all of its rows. */
function dateFinding(name: string, dates: ColumnDates): Finding {
  const title = `Dates in ${shorten(name, 40)}`;
  const pattern = nameOf(dates.format?.pattern ?? '');
  const order = dates.format?.order;
  const known = order ? `${pattern}, ${orderLabels[order]}` : pattern;
  if (dates.order === 'open') {
    const text = `${formatCount(dates.ambiguous, 'date')} could be day first or month first, and no row tells`;
    return { kind: 'look', title, text };
  }
  if (dates.order === 'mixed') {
    const text = `${formatNumber(dates.dayFirst)} are day first and ${formatNumber(dates.monthFirst)} month first`;
    return { kind: 'look', title, text: `Mixed: ${text}${order ? `; read as ${orderLabels[order]}` : ''}` };
  }
  const formats = countFormats(dates);
  if (formats > 1) {
    const seen = dates.forms
      .slice(0, maxListed)
      .map(({ pattern, count }) => `${nameOf(pattern)} (${formatNumber(count)})`);
    const more = formats > maxListed ? ' and more' : '';
    return { kind: 'look', title, text: `Mixed: ${seen.join(', ')}${more}` };
  }
  return { kind: 'fine', title, text: known };
}

function dateFindings({ columns, profiles }: FileReading): Finding[] {
  return columns.flatMap(({ name }, at) => {
    const profile = profiles[at];
    if (!profile || profile.dates.count * 2 <= profile.rows - profile.blank) return [];
    return [dateFinding(name, profile.dates)];
  });
}

const damageLabels: Record<DamageKind, { kind: Finding['kind']; say: (count: number) => string }> = {
  wrapped: {
    kind: 'repaired',
    say: (count) => `${formatCount(count, 'identifier')} written as a formula (="..."); looked up without it`,
  },
  apostrophe: {
    kind: 'repaired',
    say: (count) => `${formatCount(count, 'identifier')} with a leading apostrophe; looked up without it`,
  },
  scientific: {
    kind: 'look',
    say: (count) =>
      `${formatCount(count, 'number')} in scientific notation (1.23E+11); those with all digits are repaired, the others skipped`,
  },
  zeros: {
    kind: 'repaired',
    say: (count) =>
      `${formatCount(count, 'identifier')} without leading zeros; put back, as all others have the same length`,
  },
  rounded: {
    kind: 'look',
    say: (count) =>
      `${formatCount(count, 'long number')} most likely rounded to 15 digits; export the column as text`,
  },
  date: {
    kind: 'look',
    say: (count) =>
      `${formatCount(count, 'identifier')} that Excel may have turned into a date; compare with the label`,
  },
};

/** What a spreadsheet did to the identifiers. */
function damageFindings({ columns, profiles }: FileReading, mapping: FieldMapping): Finding[] {
  const damage = profiles[columnIndex(columns, mapping.modelNumber)]?.damage;
  if (!damage) return [];
  const found = damageKinds.filter((kind) => damage[kind] > 0);
  if (found.length === 0)
    return [{ kind: 'fine', title: 'Identifiers', text: 'No damage by a spreadsheet found' }];
  return found.map((kind) => {
    const words = damageLabels[kind];
    return { kind: words.kind, title: 'Identifiers', text: words.say(damage[kind]) };
  });
}

/** What was found in the file: how it is written, what is damaged, what is put right. */
export function findingsOf(reading: FileReading, mapping: FieldMapping): Finding[] {
  return [
    ...form(reading),
    ...dateFindings(reading),
    ...damageFindings(reading, mapping),
    ...reading.mappingNotes.map((text): Finding => ({ kind: 'fine', title: 'Mapping', text })),
  ];
}
