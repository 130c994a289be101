import { manufacturerNames } from '@warranty/contracts/warranty';
import { nameColumns } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import { findColumns } from '@warranty/domain/prediction/asset-columns';
import type { KnownSerial } from './prediction-tasks.ts';
import type { Row } from './request-rows.ts';

const columns = nameColumns(['Serial', 'Manufacturer', 'Model']);
const mapping = { modelNumber: 'Serial', manufacturer: 'Manufacturer', deviceModel: 'Model' };

/** The serial numbers of the rows without duplicates, read as bulk runs read them. */
export function knownSerials(rows: readonly Row[]): KnownSerial[] {
  const { names } = findColumns(rows);
  const read = createRowReader({ columns, mapping, vendors: manufacturerNames });
  const cell = (row: Row, name: string | undefined) => (name === undefined ? '' : (row[name] ?? '').trim());
  const known = new Map<string, KnownSerial>();
  for (const row of rows) {
    const serialNumber = cell(row, names.serialNumber);
    if (serialNumber === '' || known.has(serialNumber)) continue;
    const given = cell(row, names.manufacturer);
    const model = cell(row, names.modelNumber);
    const { action, manufacturer, identifier } = read([serialNumber, given, model]);
    known.set(serialNumber, {
      ...{ serialNumber, manufacturer: given || null, modelNumber: model || null },
      lookedUpAs:
        action === 'look-up' && manufacturer !== null ? { vendor: manufacturer, serial: identifier } : null,
    });
  }
  return [...known.values()];
}
