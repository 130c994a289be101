import { type Asset, createAssetReader } from './asset.ts';
import { type AssetRow, findColumns } from './asset-columns.ts';
import { createGrid } from './density.ts';
import { createFleet } from './fleet.ts';
import data from './model-table.json' with { type: 'json' };
import { type ModelTable, readTable } from './model-table.ts';
import { monthOf } from './months.ts';
import type { VendorDate, VendorMonth } from './vendor-date.ts';

export interface PredictOptions {
  now: Date;
  /** By serial number, as written in the row. */
  vendorDates?: ReadonlyMap<string, VendorDate>;
  /** Replaces the bundled table. */
  table?: ModelTable;
}

let shipped: ModelTable | null = null;
function shippedTable(): ModelTable {
  shipped ??= readTable(data);
  return shipped;
}

/** The sort key of a row. Rows are sorted so that results do not depend on the row order. */
function contentOf(asset: Asset): string {
  const { serial, tag, model, type, warrantyEnd, entered, manufacturer, id } = asset;
  return [serial, tag?.series, tag?.number, model?.text, type, manufacturer, warrantyEnd, entered, id].join(
    '\u0000',
  );
}

function inOwnOrder(assets: readonly Asset[]): { sorted: Asset[]; places: Int32Array } {
  const keyed = assets.map((asset, index) => ({ asset, at: index, key: contentOf(asset) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const places = new Int32Array(assets.length);
  for (const [place, { at }] of keyed.entries()) places[at] = place;
  return { sorted: keyed.map(({ asset }) => asset), places };
}

const comparable = (serial: string) => serial.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

const validDate = /^(?:19[89]|20\d)\d-\d\d-\d\d/;

function vendorMonths(dates: PredictOptions['vendorDates']): Map<string, VendorMonth> {
  const usable = [...(dates ?? [])].filter(([, { date }]) => validDate.test(date));
  return new Map(
    usable.map(([serial, { date, ...rest }]) => [comparable(serial), { ...rest, month: monthOf(date) }]),
  );
}

export type ReadFleet = ReturnType<typeof readFleet>;

/** `places`: the index in the fleet of each row of the file. */
export function readFleet(rows: readonly AssetRow[], options: PredictOptions) {
  const columns = findColumns(rows);
  const readAsset = createAssetReader(columns);
  const { sorted, places } = inOwnOrder(rows.map((row, index) => readAsset(row, index)));
  const grid = createGrid(monthOf(options.now.toISOString().slice(0, 10)));
  const vendorDates = vendorMonths(options.vendorDates);
  const fleet = createFleet(sorted, { table: options.table ?? shippedTable(), grid, vendorDates });
  return { fleet, columns, places };
}
