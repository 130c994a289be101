// Defines which devices exist. Demo: the listed samples and the reserved format. Open: also every well-formed serial.
import { dayOf } from './dates.ts';

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
