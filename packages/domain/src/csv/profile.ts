import { findAnyManufacturerName } from '../manufacturer-data.ts';
import { isBlank } from './blank.ts';
import {
  type ColumnDamage,
  type DamageKind,
  isRounded,
  isScientific,
  isShortDate,
  isWrapped,
  lostZeros,
} from './damage.ts';
import { readDateCell } from './date-cell.ts';
import { type ColumnDates, DateEvidence } from './date-evidence.ts';
import { monthInitials } from './month-names.ts';

/** Statistics about a column over all rows. Plain data, so that it can be sent from a worker or stored in a database. */
export interface ColumnProfile extends ColumnDamage {
  rows: number;
  blank: number;
  /** Values that could be service tags and are not running numbers such as PC00012. */
  tagShaped: number;
  /** Values of 5 to 20 letters and digits. */
  serialShaped: number;
  /** Values that name a manufacturer (`known`), out of those that were checked (`looked`). */
  manufacturers: { looked: number; known: number };
  /** "36 months", "Lifelong". */
  durations: number;
  /** Whole numbers up to 120, which are months if the header mentions a warranty. */
  smallNumbers: number;
  dates: ColumnDates;
  damage: Record<DamageKind, number>;
}

export type Profiler = ReturnType<typeof createProfiler>;

/** Manufacturer detection is the most expensive check, and more than a thousand values do not change its result. */
const maxManufacturersChecked = 1000;
const maxIdentifierLength = 40;
const minWidthSamples = 10;
/** The share of values that must have the same width. */
const widthShare = 0.98;

const unit =
  'm|mo|mos|mths?|months?|y|yrs?|years?|mois|ans?|monate?|jahre?|meses|años?|mesi|anni|maanden|jaar';
const duration = new RegExp(String.raw`^\d{1,3}(?:[.,]\d)? ?(?:${unit})\.?$`, 'i');
const lifelong = /^(?:limited )?(?:lifelong|lifetime|unlimited)$/i;

/** 1950 to 2099. */
const compactDate = /^(?:19[5-9]\d|20\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

const upper = 1;
const lower = 2;
/** Anything except ASCII letters and digits. */
const mark = 4;
const characterKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return upper;
  return code >= 97 && code <= 122 ? lower : mark;
});

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Checks yyyy-mm-dd by character codes; a regular expression takes five times as long. */
function isPlainIso(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  for (let index = 0; index < 10; index += 1)
    if (index !== 4 && index !== 7 && !isDigit(text.charCodeAt(index))) return false;
  return text > '1950' && text < '2101';
}

class ColumnAccumulator {
  private rows = 0;
  private blank = 0;
  private tagShaped = 0;
  private serialShaped = 0;
  private manufacturersChecked = 0;
  private manufacturersKnown = 0;
  private durations = 0;
  private smallNumbers = 0;
  private longDigits = 0;
  private roundedDigits = 0;
  private zeroLed = 0;
  private otherValues = 0;
  private readonly dates = new DateEvidence();
  private readonly digitWidths: number[] = new Array(maxIdentifierLength + 1).fill(0);
  private readonly letterWidths: number[] = new Array(maxIdentifierLength + 1).fill(0);
  private readonly damage = { wrapped: 0, apostrophe: 0, scientific: 0, date: 0 };

  add(cell: string): void {
    this.rows += 1;
    if (isBlank(cell)) {
      this.blank += 1;
      return;
    }
    const first = cell.charCodeAt(0);
    const last = cell.charCodeAt(cell.length - 1);
    const text = first <= 32 || first >= 128 || last <= 32 || last >= 128 ? cell.trim() : cell;
    if (text.length > maxIdentifierLength) this.otherValues += 1;
    else this.addShort(text);
  }

  private addShort(text: string): void {
    let digits = 0;
    let others = 0;
    let hasLetterAfterDigit = false;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (isDigit(code)) digits += 1;
      else {
        others |= code < 128 ? (characterKinds[code] ?? mark) : mark;
        hasLetterAfterDigit ||= digits > 0;
      }
    }
    if ((others & mark) !== 0) this.addOther(text, digits);
    else if (others === 0) this.addDigits(text);
    else this.addLetters(text, digits, others, hasLetterAfterDigit);
    const letters = text.length - digits;
    if (letters > 1 && digits < 5 && this.manufacturersChecked < maxManufacturersChecked)
      this.checkManufacturer(text);
  }

  private addLetters(text: string, digits: number, cases: number, hasLetterAfterDigit: boolean): void {
    const { length } = text;
    this.letterWidths[length] = (this.letterWidths[length] ?? 0) + 1;
    if (digits > 0 && length >= 5 && length <= 20) this.serialShaped += 1;
    if (length === 7 && digits > 0 && hasLetterAfterDigit && cases !== (upper | lower)) this.tagShaped += 1;
    if (isDigit(text.charCodeAt(0)) && length <= 9 && duration.test(text)) this.durations += 1;
    else if (digits === 0 && lifelong.test(text)) this.durations += 1;
  }

  private checkManufacturer(text: string): void {
    this.manufacturersChecked += 1;
    if (findAnyManufacturerName(text)) this.manufacturersKnown += 1;
  }

  private addDigits(text: string): void {
    const { length } = text;
    this.digitWidths[length] = (this.digitWidths[length] ?? 0) + 1;
    if (text.charCodeAt(0) === 48) this.zeroLed += 1;
    if (length <= 3 && Number(text) <= 120) this.smallNumbers += 1;
    else if (length === 5 && text > '20000' && text < '73051') this.dates.addForm('serial');
    else if (length === 8 && compactDate.test(text)) this.dates.addForm('yyyymmdd');
    else if (length > 15) {
      this.longDigits += 1;
      if (isRounded(text)) this.roundedDigits += 1;
    }
  }

  private addOther(text: string, digits: number): void {
    this.otherValues += 1;
    if (isPlainIso(text)) {
      this.dates.addIso();
      return;
    }
    const first = text.charCodeAt(0);
    if (first === 61) this.damage.wrapped += isWrapped(text) ? 1 : 0;
    else if (first === 39) this.damage.apostrophe += 1;
    if (digits === 0) {
      if (lifelong.test(text)) this.durations += 1;
    } else if (isDigit(first)) this.addNumberLike(text);
    else if (monthInitials.has(first)) {
      if (text.length <= 7 && isShortDate(text)) this.damage.date += 1;
      else this.addDate(text);
    }
  }

  private addNumberLike(text: string): void {
    if (this.addDate(text)) return;
    if (isScientific(text)) this.damage.scientific += 1;
    else if (isShortDate(text)) this.damage.date += 1;
    else if (duration.test(text)) this.durations += 1;
    else if (/^\d{5}[.,]\d+$/.test(text) && text > '20000' && text < '73051') this.dates.addForm('serial');
  }

  private addDate(text: string): boolean {
    const date = readDateCell(text);
    if (date === null) return false;
    if (date === 'no-date') this.dates.placeholders += 1;
    else this.dates.add(date);
    return true;
  }

  /** Values with letters are never changed by Excel, so their width shows the original width of the numbers. */
  private provenWidth(): number | null {
    const withLetters = this.letterWidths.reduce((sum, count) => sum + count, 0);
    const width = this.letterWidths.indexOf(Math.max(...this.letterWidths));
    const longer = this.digitWidths.slice(width + 1).some((count) => count > 0);
    if (withLetters < minWidthSamples || longer || this.zeroLed > 0) return null;
    const { wrapped, apostrophe, scientific, date } = this.damage;
    const intactOthers = this.otherValues - wrapped - apostrophe - scientific - date;
    const same = this.letterWidths[width] ?? 0;
    return same >= widthShare * (withLetters + intactOthers) ? width : null;
  }

  profile(): ColumnProfile {
    const width = this.provenWidth();
    const zeros = this.digitWidths.reduce(
      (sum, count, index) => (lostZeros(index, width) > 0 ? sum + count : sum),
      0,
    );
    const rounded = this.roundedDigits * 2 > this.longDigits ? this.roundedDigits : 0;
    return {
      rows: this.rows,
      blank: this.blank,
      tagShaped: this.tagShaped,
      serialShaped: this.serialShaped,
      manufacturers: { looked: this.manufacturersChecked, known: this.manufacturersKnown },
      durations: this.durations,
      smallNumbers: this.smallNumbers,
      dates: this.dates.decide(),
      damage: { ...this.damage, zeros, rounded },
      width,
      isRounded: rounded > 0,
    };
  }
}

/** Collects statistics over all rows in constant memory. */
export function createProfiler(columns: number) {
  const accumulators = Array.from({ length: columns }, () => new ColumnAccumulator());
  return {
    add(cells: readonly string[]): void {
      for (let index = 0; index < accumulators.length; index += 1)
        accumulators[index]?.add(cells[index] ?? '');
    },
    profiles: (): ColumnProfile[] => accumulators.map((accumulator) => accumulator.profile()),
  };
}
