// Reads a vendor's list of samples: a device for every case that a client must handle, with dates relative to the clock.
import type { Sample } from './catalog.ts';
import { dayAt } from './dates.ts';

interface Described {
  label: string;
  case: string;
  offered?: boolean;
}

/** The list is the content of a JSON file: the devices by their serial. */
export function readSamples<Of, Row>(
  list: object,
  make: (of: Of, today: number, serial: string, hint: string) => Row,
): Sample<Row>[] {
  const entries = Object.entries(list) as [string, Of & Described][];
  return entries.map(([tag, of]) => ({
    tag,
    label: of.label,
    case: of.case,
    offered: of.offered ?? false,
    row: (today, hint) => make(of, today, tag, hint),
  }));
}

/** A row as it may be sent: every field can be absent or null, and a number can be a text. */
export type Loose<Row> = {
  [Name in keyof Row]?: (Row[Name] extends number ? number | string : Row[Name]) | null;
};

/** How a row differs from the complete one. */
export interface Change {
  set?: object;
  without?: string[];
  /** The fields that are left. */
  only?: string[];
  /** The fields that are not null; they are sent after the others. */
  nullExcept?: string[];
}

export function changed<Row extends object>(row: Row, change: Change = {}): Row {
  const { set, without = [], only, nullExcept } = change;
  const isLeft = (name: string) => !without.includes(name) && (only?.includes(name) ?? true);
  const fields = Object.entries({ ...row, ...set }).filter(([name]) => isLeft(name));
  if (!nullExcept) return Object.fromEntries(fields) as Row;
  const hasValue = ([name]: [string, unknown]) => nullExcept.includes(name);
  const nulls = fields.filter((field) => !hasValue(field)).map(([name]) => [name, null]);
  return Object.fromEntries([...nulls, ...fields.filter(hasValue)]) as Row;
}

interface Term<Name> {
  name: Name;
  from: number | null;
  to: number | null;
  /** What else the vendor needs to know. */
  more: string[];
}

/** Reads coverage such as `onsite -1y +2y`: its name, its first and its last day, each of which can be `none`. */
export function termsAt<Name extends string>(today: number, texts: string[]): Term<Name>[] {
  return texts.map((text) => {
    const [name, from = '', to = '', ...more] = text.split(' ');
    return { name: name as Name, from: dayAt(today, from, 'none'), to: dayAt(today, to, 'none'), more };
  });
}
