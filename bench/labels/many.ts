import type { LabelReading } from '@warranty/contracts/image-lookup';
import { unnamedColumns } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import { deviceOn, manufacturerOf } from '@warranty/domain/label/scanned-device';
import type { Answered } from './score.ts';

type Read = Pick<LabelReading, 'serialNumber' | 'manufacturer'>;

const columns = unnamedColumns(3);
const [modelNumber, manufacturer, deviceModel] = columns.map(({ name }) => name);
const readRow = createRowReader({ columns, mapping: { modelNumber, manufacturer, deviceModel } });

/** What the lookup of a list receives for a photo of "Many devices". */
function askedInList(reading: LabelReading): Read {
  const device = deviceOn(reading);
  if (!device) return { serialNumber: null, manufacturer: null };
  const row = readRow([device.serial, manufacturerOf(device), device.model]);
  return { serialNumber: row.identifier, manufacturer: row.manufacturer };
}

const named = (read: Read) => `${read.manufacturer} ${read.serialNumber}`;

/** The photos of which a list asks for another device than a photo alone. A photo without a manufacturer may gain one. */
export function differingInList(answered: readonly Answered[]): string[] {
  return answered.flatMap(({ truth, reading }) => {
    if (!reading?.serialNumber) return [];
    const inList = askedInList(reading);
    const isSame =
      inList.serialNumber === reading.serialNumber &&
      (reading.manufacturer === null || inList.manufacturer === reading.manufacturer);
    return isSame ? [] : [`${truth.file}: ${named(inList)} instead of ${named(reading)}`];
  });
}
