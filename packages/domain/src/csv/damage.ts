/** Damage that Excel does to values that look like numbers. */
export const damageKinds = ['wrapped', 'apostrophe', 'scientific', 'zeros', 'rounded', 'date'] as const;
export type DamageKind = (typeof damageKinds)[number];

/** Evidence from the other values of a column; see profile.ts. */
export interface ColumnDamage {
  /** The common width of all values; null if they differ. */
  width: number | null;
  /** Long numbers end in zeros from the 16th digit on, as after saving in Excel. */
  isRounded: boolean;
}

export interface Repair {
  /** The identifier to use; the unchanged cell if the repair is not certain. */
  value: string;
  certain: boolean;
  kind: DamageKind;
  /** Shown to users. */
  message: string;
}

const wrapped = /^="(.*)"$/s;
const scientific = /^(\d)(?:[.,](\d+)E[+]?|E[+])(\d{1,3})$/i;
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const shortDate = new RegExp(String.raw`^(?:\d{1,2}-(?:${months})|(?:${months})-\d\d)$`, 'i');

/** A Dell tag has at most one leading zero, and a single digit in a column of tags is not a tag. */
const maxLostZeros = 2;
/** Spreadsheets keep this many digits of a number. */
const excelDigits = 15;

export const isWrapped = (text: string): boolean => wrapped.test(text);
export const isScientific = (text: string): boolean => scientific.test(text);
/** What Excel turns "MAR-23" or "1-MAR" into. */
export const isShortDate = (text: string): boolean => shortDate.test(text);

/** Accepts digits only. */
export function isRounded(digits: string): boolean {
  return digits.length > excelDigits && !/[1-9]/.test(digits.slice(excelDigits));
}

/** The number of zeros that a number lost, if the width of the column's values is known. */
export function lostZeros(length: number, width: number | null): number {
  const lost = (width ?? length) - length;
  return lost > 0 && lost <= maxLostZeros ? lost : 0;
}

function repairScientific(text: string, parts: RegExpExecArray): Repair {
  const [, lead = '', fraction = '', exponent = ''] = parts;
  const kind = 'scientific';
  if (fraction.length === Number(exponent) && fraction.length < excelDigits) {
    const value = lead + fraction;
    return { value, certain: true, kind, message: `Excel changed ${value} to ${text}. No digits were lost.` };
  }
  const message = `Excel shortened this number to ${text}, and its last digits are lost. Format the column as text and export it again.`;
  return { value: text, certain: false, kind, message };
}

function repairDigits(text: string, { width, isRounded: columnIsRounded }: ColumnDamage): Repair | null {
  const zeros = lostZeros(text.length, width);
  if (zeros > 0) {
    const value = text.padStart(text.length + zeros, '0');
    const message = `Excel removed leading zeros. ${text} was restored to ${value}, because all other values have ${width} characters.`;
    return { value, certain: true, kind: 'zeros', message };
  }
  if (!columnIsRounded || !isRounded(text)) return null;
  const message = `Excel keeps only 15 digits, so the last digits of ${text} are probably lost.`;
  return { value: text, certain: false, kind: 'rounded', message };
}

const intact: ColumnDamage = { width: null, isRounded: false };

/** Null if the cell is not damaged. The column's other cells decide about lost zeros and rounding. */
export function repair(cell: string, column: ColumnDamage = intact): Repair | null {
  const text = cell.trim();
  const first = text.charCodeAt(0);
  if (first === 61) {
    const value = wrapped.exec(text)?.[1];
    if (value === undefined) return null;
    const message = `The cell contains the formula ${text}, read as ${value}.`;
    return { value, certain: true, kind: 'wrapped', message };
  }
  if (first === 39 && text.length > 1) {
    const value = text.slice(1);
    const message = `The cell has a leading apostrophe, read as ${value}.`;
    return { value, certain: true, kind: 'apostrophe', message };
  }
  if (/^\d+$/.test(text)) return repairDigits(text, column);
  const parts = first >= 48 && first <= 57 ? scientific.exec(text) : null;
  if (parts) return repairScientific(text, parts);
  if (text.length > 7 || !isShortDate(text)) return null;
  const message = `Excel may have converted this identifier to the date ${text}. Compare it with the device label.`;
  return { value: text, certain: false, kind: 'date', message };
}
