import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { columnIndex } from '@warranty/domain/csv/columns';
import { type DamageKind, damageKinds } from '@warranty/domain/csv/damage';
import { countFormats } from '@warranty/domain/csv/date-decision';
import type { ColumnDates } from '@warranty/domain/csv/date-evidence';
import type { Encoding } from '@warranty/domain/csv/encoding';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import { counted, figure } from '../../lib/counted.ts';
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
  const columnWords = counted(columns.length, 'column');
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
      ? { kind: 'fine', title: 'Header row', text: `Found, with ${columnWords}` }
      : { kind: 'look', title: 'Header row', text: `None: the ${columnWords} are named by their place` },
    {
      kind: 'fine',
      title: 'Rows',
      text: figure(rows) + (blankLines > 0 ? `, and ${counted(blankLines, 'blank line')} left out` : ''),
    },
    ...(renamed > 0
      ? [
          {
            kind: 'repaired' as const,
            title: 'Column names',
            text: `${counted(renamed, 'name')} doubled or missing; told apart here, and written back as they were`,
          },
        ]
      : []),
  ];
}

const orderWords = { dmy: 'day first', mdy: 'month first' };

const nameOf = (pattern: string) => (pattern === 'serial' ? 'day numbers of Excel' : pattern);
const mostListed = 5;

/** One verdict per column, from all of its rows. */
function dateFinding(name: string, dates: ColumnDates): Finding {
  const title = `Dates in ${shorten(name, 40)}`;
  const pattern = nameOf(dates.format?.pattern ?? '');
  const order = dates.format?.order;
  const known = order ? `${pattern}, ${orderWords[order]}` : pattern;
  if (dates.order === 'open') {
    const text = `${counted(dates.ambiguous, 'date')} could be day first or month first, and no row tells`;
    return { kind: 'look', title, text };
  }
  if (dates.order === 'mixed') {
    const text = `${figure(dates.dayFirst)} are day first and ${figure(dates.monthFirst)} month first`;
    return { kind: 'look', title, text: `Mixed: ${text}${order ? `; read as ${orderWords[order]}` : ''}` };
  }
  const formats = countFormats(dates);
  if (formats > 1) {
    const seen = dates.forms
      .slice(0, mostListed)
      .map(({ pattern, count }) => `${nameOf(pattern)} (${figure(count)})`);
    const more = formats > mostListed ? ' and more' : '';
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

const damageWords: Record<DamageKind, { kind: Finding['kind']; say: (count: number) => string }> = {
  wrapped: {
    kind: 'repaired',
    say: (count) => `${counted(count, 'identifier')} written as a formula (="..."); looked up without it`,
  },
  apostrophe: {
    kind: 'repaired',
    say: (count) => `${counted(count, 'identifier')} with a leading apostrophe; looked up without it`,
  },
  scientific: {
    kind: 'look',
    say: (count) =>
      `${counted(count, 'number')} in scientific notation (1.23E+11); those with all digits are repaired, the others skipped`,
  },
  zeros: {
    kind: 'repaired',
    say: (count) =>
      `${counted(count, 'identifier')} without leading zeros; put back, as all others have the same length`,
  },
  rounded: {
    kind: 'look',
    say: (count) =>
      `${counted(count, 'long number')} most likely rounded to 15 digits; export the column as text`,
  },
  date: {
    kind: 'look',
    say: (count) =>
      `${counted(count, 'identifier')} that Excel may have turned into a date; compare with the label`,
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
    const words = damageWords[kind];
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
