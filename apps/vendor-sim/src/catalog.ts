// Defines which devices exist. Demo: the listed samples and the reserved format. Open: also every well-formed serial.
import { addYears, dayOf } from './dates.ts';

export type Mode = 'demo' | 'open';

/** The public description of a sample. */
export interface Listed {
  tag: string;
  /** Display name. */
  label: string;
  /** Name of the case, for tests. */
  case: string;
  /** Whether to suggest it to new users. */
  offered: boolean;
}

export interface Sample<Row> extends Listed {
  /** `hint` distinguishes devices with the same serial for some vendors; it may be empty. */
  row(today: number, hint: string): Row;
}

export type Make<Row> = (today: number, serial: string, hint: string) => Row;

export function sample<Row>(tag: string, name: string, label: string, make: Make<Row>): Sample<Row> {
  return { tag, label, case: name, offered: false, row: (today, hint) => make(today, tag, hint) };
}

export function offered<Row>(tag: string, name: string, label: string, make: Make<Row>): Sample<Row> {
  return { ...sample(tag, name, label, make), offered: true };
}

/** The end dates that a client must tell apart, for devices with one coverage. */
export function endingSamples<Row>(
  tagOf: (name: string) => string,
  endingOn: (dayOfEnd: (today: number) => number) => Make<Row>,
): Sample<Row>[] {
  const ending = (days: number) => endingOn((today) => today + days);
  const longAgo = endingOn((today) => addYears(today, -4));
  return [
    offered(tagOf('EXPR'), 'expiring', 'Expiring within two weeks', ending(10)),
    offered(tagOf('EXPD'), 'expired-long-ago', 'Expired 4 years ago', longAgo),
    sample(tagOf('TDAY'), 'ends-today', 'Ends today', ending(0)),
    sample(tagOf('YSTR'), 'expired-yesterday', 'Expired yesterday', ending(-1)),
  ];
}

interface CatalogOf<Row> {
  samples: readonly Sample<Row>[];
  /** A format that the vendor's own serials never have. */
  reserved: RegExp;
  wellFormed: RegExp;
  generated(serial: string, today: number, hint: string): Row;
  unknown(serial: string): Row;
}

export type Catalog<Row> = (serial: string, mode: Mode, nowMs: number, hint?: string) => Row;

export function createCatalog<Row>(of: CatalogOf<Row>): Catalog<Row> {
  const bySerial = new Map(of.samples.map((sample) => [sample.tag, sample]));
  return (serial, mode, nowMs, hint = '') => {
    const today = dayOf(nowMs);
    const sample = bySerial.get(serial);
    if (sample) return sample.row(today, hint);
    const isKnown = of.reserved.test(serial) || (mode === 'open' && of.wellFormed.test(serial));
    return isKnown ? of.generated(serial, today, hint) : of.unknown(serial);
  };
}
