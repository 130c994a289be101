import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { type Column, columnIndex } from './columns.ts';
import { formatNumber } from './csv-error.ts';
import type { DamageKind } from './damage.ts';
import type { ColumnDates } from './date-evidence.ts';
import type { Encoding } from './encoding.ts';
import type { ColumnProfile } from './profile.ts';
import type { Sniffed } from './sniff.ts';

/** An observation about a file, for the user to check. */
export interface Finding {
  /** `repaired` was fixed for the lookup, `doubt` should be checked. */
  kind: 'form' | 'repaired' | 'doubt';
  column: string | null;
  message: string;
}

const delimiterLabels: Record<Sniffed['delimiter'], string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'windows-1252',
};

const damageLabels: Record<DamageKind, { kind: Finding['kind']; what: string }> = {
  wrapped: { kind: 'repaired', what: 'wrapped in a formula (="…"); the value inside is looked up' },
  apostrophe: { kind: 'repaired', what: 'with a leading apostrophe, which is ignored for the lookup' },
  zeros: { kind: 'repaired', what: 'that lost leading zeros in Excel; they are restored for the lookup' },
  scientific: { kind: 'doubt', what: 'in scientific notation (1.25E+10); rows that lost digits are skipped' },
  rounded: { kind: 'doubt', what: 'that probably lost digits, because Excel keeps only 15' },
  date: { kind: 'doubt', what: 'that Excel may have turned into dates' },
};

const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

function damageFindings(column: string, { damage }: ColumnProfile): Finding[] {
  return (Object.keys(damageLabels) as DamageKind[]).flatMap((name) => {
    const { kind, what } = damageLabels[name];
    if (damage[name] === 0) return [];
    return [{ kind, column, message: `"${column}" has ${counted(damage[name], 'identifier')} ${what}.` }];
  });
}

function dateFinding(column: string, { order, ambiguous, dayFirst, monthFirst }: ColumnDates): Finding[] {
  const has = `"${column}" has`;
  if (order === 'open') {
    const what = 'that could be day-first or month-first; new dates are written as yyyy-mm-dd';
    return [{ kind: 'doubt', column, message: `${has} ${counted(ambiguous, 'date')} ${what}.` }];
  }
  if (order !== 'mixed') return [];
  const both = `${counted(dayFirst, 'date')} with the day first and ${formatNumber(monthFirst)} with the month first`;
  return [{ kind: 'doubt', column, message: `${has} ${both}.` }];
}

const dateFields = ['startDate', 'endDate', 'shipDate', 'purchaseDate'] as const;

export interface FindingsInput {
  form: Sniffed;
  /** The encoding the text was actually read in. */
  encoding: Encoding;
  columns: readonly Column[];
  profiles: readonly ColumnProfile[];
  mapping: FieldMapping;
}

export function findingsOf({ form, encoding, columns, profiles, mapping }: FindingsInput): Finding[] {
  const header = form.hasHeader ? '' : ' It has no header row, so the first row is data.';
  const message = `Read as ${encodingLabels[encoding]}, separated by ${delimiterLabels[form.delimiter]}.${header}`;
  const identifier = profiles[columnIndex(columns, mapping.modelNumber)];
  const dates = dateFields.flatMap((field) => {
    const name = mapping[field];
    const profile = profiles[columnIndex(columns, name)];
    return name !== undefined && profile ? dateFinding(name, profile.dates) : [];
  });
  return [
    { kind: 'form', column: null, message },
    ...(identifier && mapping.modelNumber !== undefined
      ? damageFindings(mapping.modelNumber, identifier)
      : []),
    ...dates,
  ];
}
