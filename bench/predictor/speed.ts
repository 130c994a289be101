import { predictAssets } from '@warranty/domain/prediction/predict';
import type { Row } from './devices.ts';
import type { NamedFleet } from './sources.ts';

/** Repeats the fleets up to `count` rows. Each copy has its own tags and serial numbers. */
function repeated(fleets: readonly NamedFleet[], count: number): Row[] {
  const rows: Row[] = [];
  for (let copy = 0; rows.length < count; copy += 1) {
    for (const { name, rows: own } of fleets) {
      for (const row of own) {
        const serial = row.serialNumber ?? '';
        rows.push({
          ...row,
          assetId: `${name}-${copy}-${row.assetId}`,
          assetTag: row.assetTag ? `${name}-${copy}-${row.assetTag}` : '',
          serialNumber:
            serial === '' ? '' : serial.slice(0, -3) + copy.toString(36).toUpperCase().padStart(3, '0'),
        });
      }
    }
  }
  return rows.slice(0, count);
}

/** CPU time in seconds, including garbage collection. */
export function cpuSeconds(fleets: readonly NamedFleet[], count: number, now: Date): number {
  const rows = repeated(fleets, count);
  const before = process.cpuUsage();
  const predictions = predictAssets(rows, { now });
  const { user, system } = process.cpuUsage(before);
  if (predictions.length !== count) throw new Error(`${predictions.length} predictions for ${count} rows`);
  return Math.round((user + system) / 10_000) / 100;
}
