import { plainNumber } from './numbers.ts';
import { readSerialDate, readSerialTime } from './serial-dates.ts';

/** How the number of a cell is shown. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date' }
  | { kind: 'time'; isElapsed: boolean }
  /** Each 0 is a digit, anything else is written as it is. */
  | { kind: 'digits'; template: readonly string[] };

export const plainFormat: NumberFormat = { kind: 'plain' };
const dateFormat: NumberFormat = { kind: 'date' };
const timeFormat: NumberFormat = { kind: 'time', isElapsed: false };
const elapsedFormat: NumberFormat = { kind: 'time', isElapsed: true };

/** Formats that a file refers to by number only. 27 to 58 belong to East Asian editions. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]);
const elapsedId = 46;

/** As in spreadsheet programs. */
const maxCodeLength = 255;

/** Splits the first section of a format code, which is the one for positive numbers. */
function partsOf(code: string) {
  const template: string[] = [];
  /** Letters and placeholders, without literal text. */
  let symbols = '';
  let isElapsed = false;
  for (let at = 0; at < code.length; at += 1) {
    const character = code[at] as string;
    if (character === ';') break;
    if (character === '"' || character === '[') {
      const end = code.indexOf(character === '"' ? '"' : ']', at + 1);
      const inside = code.slice(at + 1, end < 0 ? code.length : end);
      if (character === '"') template.push(...inside);
      else if (/^(?:h{1,2}|m{1,2}|s{1,2})$/i.test(inside)) isElapsed = true;
      at = end < 0 ? code.length : end;
    } else if (character === '\\') {
      at += 1;
      template.push(code[at] ?? '');
    } else if (character === '_' || character === '*') {
      at += 1;
    } else {
      symbols += character;
      template.push(character);
    }
  }
  return { symbols, template, isElapsed };
}

export function parseFormatCode(code: string): NumberFormat {
  if (code.length > maxCodeLength || /^general$/i.test(code)) return plainFormat;
  const { symbols, template, isElapsed } = partsOf(code);
  if (isElapsed) return elapsedFormat;
  const letters = symbols.replaceAll(/AM\/PM|A\/P|general/gi, '').toLowerCase();
  if (/[yd]/.test(letters)) return dateFormat;
  if (/[hs]/.test(letters)) return timeFormat;
  if (letters.includes('m')) return dateFormat;
  const isPadded = /^[0 /()-]*$/.test(symbols) && symbols.replaceAll(/[^0]/g, '').length > 1;
  return isPadded ? { kind: 'digits', template } : plainFormat;
}

export function builtInFormat(id: number): NumberFormat {
  if (builtInDates.has(id)) return dateFormat;
  if (builtInTimes.has(id)) return timeFormat;
  return id === elapsedId ? elapsedFormat : plainFormat;
}

/** The digits from the right; those that do not fit stay in front of the first. */
function fillTemplate(template: readonly string[], number: string): string {
  let left = number.length;
  let text = '';
  const first = template.indexOf('0');
  for (let at = template.length - 1; at >= 0; at -= 1) {
    if (template[at] !== '0') {
      text = template[at] + text;
      continue;
    }
    left -= 1;
    text = (left < 0 ? '0' : number[left]) + text;
    if (at === first && left > 0) text = number.slice(0, left) + text;
  }
  return text;
}

/** The number of a cell as it is shown, without thousands separators, currencies and rounding. */
export function formatNumberCell(text: string, format: NumberFormat, is1904: boolean): string {
  const number = () => plainNumber(text);
  if (format.kind === 'date') return readSerialDate(text, is1904) ?? number();
  if (format.kind === 'time') return readSerialTime(text, format.isElapsed) ?? number();
  if (format.kind === 'plain') return number();
  const plain = number();
  return /^\d+$/.test(plain) ? fillTemplate(format.template, plain) : plain;
}
