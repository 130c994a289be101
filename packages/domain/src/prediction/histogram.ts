/** When the devices of one model were made: the count per quarter, stored as short text in the table. */
export interface Histogram {
  /** First quarter, counted from January 1998. */
  first: number;
  counts: readonly number[];
  /** Number of devices it is based on. */
  devices: number;
}

const base = 36;
const most = base - 1;

export function histogramOf(months: readonly number[]): Histogram {
  const quarters = months.map((month) => Math.max(0, Math.floor(month / 3)));
  const first = Math.min(...quarters);
  const counts: number[] = new Array(Math.max(...quarters) - first + 1).fill(0);
  for (const quarter of quarters) counts[quarter - first] = (counts[quarter - first] ?? 0) + 1;
  return { first, counts, devices: months.length };
}

/** The first quarter in two digits, then one digit per quarter; counts above 35 are scaled down together. */
export function writeHistogram({ first, counts }: Histogram): string {
  const scale = Math.max(1, Math.max(...counts) / most);
  const digits = counts.map((count) => {
    const scaled = count === 0 ? 0 : Math.max(1, Math.round(count / scale));
    return scaled.toString(base);
  });
  return first.toString(base).padStart(2, '0') + digits.join('');
}

export function readHistogram(text: string): Histogram {
  const counts = [...text.slice(2)].map((digit) => Number.parseInt(digit, base));
  return {
    first: Number.parseInt(text.slice(0, 2), base),
    counts,
    devices: counts.reduce((sum, count) => sum + count, 0),
  };
}
