import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTable } from '@warranty/domain/prediction/model-table';
import { type Device, type Row, readLaptops, readMonitors, readRows } from './devices.ts';
import { createPool, dayOf, makeFleet, type Pool, scenarios } from './fleets.ts';
import { buildTable } from './table.ts';

export interface NamedFleet {
  /** The file name without its extension. */
  name: string;
  scenario: string;
  rows: Row[];
}

/** "typical-2" is a fleet of the scenario typical. */
const scenarioOf = (name: string) => name.replace(/-[^-]*$/, '');

export async function readFleets(dir: string): Promise<NamedFleet[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.csv') && !name.endsWith('.truth.csv'));
  return Promise.all(
    files.toSorted().map(async (file) => {
      const name = file.slice(0, -'.csv'.length);
      return { name, scenario: scenarioOf(name), rows: await readRows(join(dir, file)) };
    }),
  );
}

export async function readTruth(dir: string, name: string): Promise<Map<string, string>> {
  const rows = await readRows(join(dir, `${name}.truth.csv`));
  return new Map(rows.map(({ assetId = '', purchaseDate = '' }) => [assetId, purchaseDate]));
}

export interface Sources {
  laptops: Device[];
  monitors: Device[];
  years: Row[];
}

export async function readSources(dir: string): Promise<Sources> {
  return {
    laptops: await readLaptops(join(dir, 'laptop-model-dates.csv')),
    monitors: await readMonitors(join(dir, 'monitor-model-dates.csv')),
    years: await readRows(join(dir, 'model-years.csv')),
  };
}

/** Default folder of the device lists: the parent of the fleets' folder. */
export const siblingDataDir = (dir: string): string => dirname(dir.replace(/\/+$/, ''));

/** Assigns every device to one half by its position in the list. */
const inHalf = (half: 0 | 1) => (_: Device, at: number) =>
  ((Math.imul(at + 1, 2_654_435_761) >>> 16) & 1) === half;

/** A table built from one half of the devices, and a pool for fleets from the other half. */
export function holdOut({ laptops, monitors, years }: Sources) {
  const table = buildTable(laptops.filter(inHalf(0)), monitors.filter(inHalf(0)), years);
  const pool = createPool(laptops.filter(inHalf(1)), monitors.filter(inHalf(1)), years);
  return { table: readTable(table), pool };
}

export const fullTable = ({ laptops, monitors, years }: Sources) => buildTable(laptops, monitors, years);

/** Generates fleets of all scenarios, one per seed. */
export function makeFleets(pool: Pool, seeds: number, now: Date) {
  const months = (now.getTime() - Date.UTC(1998, 0, 1)) / (30.4375 * 86_400_000);
  return scenarios.flatMap((scenario) =>
    Array.from({ length: seeds }, (_, seed) => {
      const { rows, truth } = makeFleet(pool, scenario, 1000 + seed * 7919, months);
      const days = new Map([...truth].map(([id, month]) => [id, dayOf(month)]));
      return { name: `${scenario.name}-seed-${seed}`, scenario: scenario.name, rows, truth: days };
    }),
  );
}
