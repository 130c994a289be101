import type { LabelReading } from '@warranty/contracts/image-lookup';

/** The ground truth for an image. */
export interface Truth {
  file: string;
  level: string;
  serialNumber: string | null;
  /** Whether a person could read the serial number; null if there is none. */
  legible: boolean | null;
}

export interface Answered {
  truth: Truth;
  reading: LabelReading | null;
  cpuMs: number;
}

export const provenThreshold = 0.9;

export const percent = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

const isExact = ({ truth, reading }: Answered) =>
  truth.serialNumber !== null && reading?.serialNumber === truth.serialNumber;

const isWrong = ({ truth, reading }: Answered) =>
  typeof reading?.serialNumber === 'string' && reading.serialNumber !== truth.serialNumber;

const isProven = (answered: Answered) =>
  isExact(answered) && (answered.reading?.confidence ?? 0) >= provenThreshold;

/** Counts over one group of images. */
export interface Score {
  images: number;
  serials: number;
  exact: number;
  legible: number;
  exactLegible: number;
  wrong: number;
  /** Images with a serial number for which none was read. */
  unread: number;
  /** Of the `empty` images without a serial number, those for which none was read. */
  noResult: number;
  empty: number;
  proven: number;
}

export function scoreOf(all: readonly Answered[]): Score {
  const withSerial = all.filter(({ truth }) => truth.serialNumber !== null);
  const legible = withSerial.filter(({ truth }) => truth.legible === true);
  const without = all.filter(({ truth }) => truth.serialNumber === null);
  const noResult = ({ reading }: Answered) => (reading?.serialNumber ?? null) === null;
  return {
    images: all.length,
    serials: withSerial.length,
    exact: withSerial.filter(isExact).length,
    legible: legible.length,
    exactLegible: legible.filter(isExact).length,
    wrong: all.filter(isWrong).length,
    unread: withSerial.filter(noResult).length,
    noResult: without.filter(noResult).length,
    empty: without.length,
    proven: withSerial.filter(isProven).length,
  };
}

export interface ConfidenceDecile {
  from: number;
  right: number;
  wrong: number;
}

/** How often readings and suggestions of each confidence level were right. */
export function calibration(all: readonly Answered[]): ConfidenceDecile[] {
  const said = all.flatMap(({ truth, reading }) => {
    if (!reading) return [];
    const { serialNumber, confidence, suggestions } = reading;
    const answers = serialNumber === null ? suggestions.slice(0, 1) : [{ serialNumber, confidence }];
    return answers.map((each) => ({
      tenth: Math.min(9, Math.floor(each.confidence * 10)),
      right: each.serialNumber === truth.serialNumber,
    }));
  });
  return Array.from({ length: 10 }, (_, tenth) => {
    const group = said.filter((each) => each.tenth === tenth);
    const right = group.filter((each) => each.right).length;
    return { from: tenth / 10, right, wrong: group.length - right };
  }).filter(({ right, wrong }) => right + wrong > 0);
}
