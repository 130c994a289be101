/** What Excel does to numbers that are none. */
export const damageKinds = ['wrapped', 'apostrophe', 'scientific', 'zeros', 'rounded', 'date'] as const;
export type DamageKind = (typeof damageKinds)[number];

/** What a column's other values prove; see profile.ts. */
export interface ColumnDamage {
  /** The width of every value; null where they differ. */
  width: number | null;
  /** Long numbers end in zeros from the 16th digit on, as they do after Excel saved them. */
  isRounded: boolean;
}

export interface Repair {
  /** The identifier to go on with; as it stands in the cell where the repair is not certain. */
  value: string;
  certain: boolean;
  kind: DamageKind;
  /** For people. */
  message: string;
}

const wrapped = /^="(.*)"$/s;
const scientific = /^(\d)(?:[.,](\d+)E[+]?|E[+])(\d{1,3})$/i;
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const shortDate = new RegExp(String.raw`^(?:\d{1,2}-(?:${months})|(?:${months})-\d\d)$`, 'i');

/** A Dell tag has at most one leading zero, and a lone digit in a column of tags is none. */
const maxLostZeros = 2;
/** A spreadsheet keeps this many digits of a number. */
const excelDigits = 15;

export const isWrapped = (text: string): boolean => wrapped.test(text);
export const isScientific = (text: string): boolean => scientific.test(text);
/** What Excel makes of "MAR-23" or "1-MAR". */
export const isShortDate = (text: string): boolean => shortDate.test(text);

/** Takes digits only. */
export function isRounded(digits: string): boolean {
  return digits.length > excelDigits && !/[1-9]/.test(digits.slice(excelDigits));
}

/** How many zeros a number lost, where the width of its column's values is known. */
export function lostZeros(length: number, width: number | null): number {
  const lost = (width ?? length) - length;
  return lost > 0 && lost <= maxLostZeros ? lost : 0;
}

function repairScientific(text: string, parts: RegExpExecArray): Repair {
  const [, lead = '', fraction = '', exponent = ''] = parts;
  const kind = 'scientific';
  if (fraction.length === Number(exponent) && fraction.length < excelDigits) {
    const value = lead + fraction;
    return { value, certain: true, kind, message: `Excel wrote ${value} as ${text}; no digit is lost.` };
  }
  const message = `Excel shortened a number to ${text} and its last digits are lost. Format the column as text and export again.`;
  return { value: text, certain: false, kind, message };
}

function repairDigits(text: string, { width, isRounded: columnIsRounded }: ColumnDamage): Repair | null {
  const zeros = lostZeros(text.length, width);
  if (zeros > 0) {
    const value = text.padStart(text.length + zeros, '0');
    const message = `Excel dropped leading zeros: ${text} is ${value}, as all others here have ${width} characters.`;
    return { value, certain: true, kind: 'zeros', message };
  }
  if (!columnIsRounded || !isRounded(text)) return null;
  const message = `Excel keeps 15 digits of a number, so the last digits of ${text} are most likely lost.`;
  return { value: text, certain: false, kind: 'rounded', message };
}

const intact: ColumnDamage = { width: null, isRounded: false };

/** Null for a cell without damage. Cells around it decide about lost zeros and rounding. */
export function repair(cell: string, column: ColumnDamage = intact): Repair | null {
  const text = cell.trim();
  const first = text.charCodeAt(0);
  if (first === 61) {
    const value = wrapped.exec(text)?.[1];
    if (value === undefined) return null;
    return {
      value,
      certain: true,
      kind: 'wrapped',
      message: `The cell holds the formula ${text}, which means ${value}.`,
    };
  }
  if (first === 39 && text.length > 1) {
    const value = text.slice(1);
    return {
      value,
      certain: true,
      kind: 'apostrophe',
      message: `The cell marks ${value} as text by an apostrophe.`,
    };
  }
  if (/^\d+$/.test(text)) return repairDigits(text, column);
  const parts = first >= 48 && first <= 57 ? scientific.exec(text) : null;
  if (parts) return repairScientific(text, parts);
  if (text.length > 7 || !isShortDate(text)) return null;
  const message = `Excel may have turned this identifier into the date ${text}. Compare it with the label.`;
  return { value: text, certain: false, kind: 'date', message };
}
