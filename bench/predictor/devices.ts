import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import Papa from 'papaparse';

/** A real device whose month of manufacture is known. */
export interface Device {
  isMonitor: boolean;
  manufacturer: string;
  model: string;
  /** Months since January 1998. */
  made: number;
  cpu: string;
}

export type Row = Record<string, string>;

export async function readRows(file: string): Promise<Row[]> {
  const text = await readFile(file, 'utf8');
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true }).data;
}

export async function readLaptops(file: string): Promise<Device[]> {
  const rows = await readRows(file);
  return rows.map(({ manufacturer = '', model = '', battery_made: made = '', cpu = '' }) => ({
    isMonitor: false,
    manufacturer,
    model,
    made: (Number(made.slice(0, 4)) - 1998) * 12 + Number(made.slice(5, 7)) - 0.5,
    cpu,
  }));
}

/** Lines without quotes skip the CSV parser, because the file has a hundred thousand lines. */
export async function readMonitors(file: string): Promise<Device[]> {
  const devices: Device[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const cells = line.includes('"') ? (Papa.parse<string[]>(line).data[0] ?? []) : line.split(',');
    const [manufacturer = '', model = '', year, week] = cells;
    const made = (Number(year) - 1998) * 12 + (Math.min(52, Number(week) || 26) / 52.2) * 12;
    if (Number.isFinite(made) && model !== '')
      devices.push({ isMonitor: true, manufacturer, model, made, cpu: '' });
  }
  return devices;
}
