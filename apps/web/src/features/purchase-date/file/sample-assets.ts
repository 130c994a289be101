import { writeCsv } from '@warranty/domain/csv/write';

const header = [
  ...['Asset Tag', 'Type', 'Manufacturer', 'Model', 'Serial Number', 'Warranty Expiration', 'Purchase Date'],
];

interface Batch {
  type: string;
  manufacturer: string;
  model: string;
  /** Without its last two characters. */
  serial: string;
  bought: string;
  count: number;
  termYears: number;
}

/** A typical office: several identical devices bought at a time. */
const batches: Batch[] = [
  {
    type: 'Laptop',
    manufacturer: 'Dell',
    model: 'Latitude 7490',
    serial: 'H4K7P',
    bought: '2018-09-12',
    count: 9,
    termYears: 3,
  },
  {
    type: 'Laptop',
    manufacturer: 'Dell',
    model: 'Latitude 5410',
    serial: 'J8M2R',
    bought: '2020-08-20',
    count: 12,
    termYears: 3,
  },
  {
    type: 'Laptop',
    manufacturer: 'Dell',
    model: 'Latitude 5420',
    serial: 'K3N9T',
    bought: '2021-06-15',
    count: 14,
    termYears: 3,
  },
  {
    type: 'Laptop',
    manufacturer: 'HP',
    model: 'EliteBook 840 G7',
    serial: '5CG0421Y',
    bought: '2020-11-30',
    count: 10,
    termYears: 3,
  },
  {
    type: 'Laptop',
    manufacturer: 'Lenovo',
    model: 'ThinkPad T14 Gen 3',
    serial: 'PF4A7C',
    bought: '2022-10-04',
    count: 12,
    termYears: 3,
  },
  {
    type: 'Monitor',
    manufacturer: 'Dell',
    model: 'P2419H',
    serial: 'CN0V7X',
    bought: '2019-11-18',
    count: 10,
    termYears: 3,
  },
  {
    type: 'Switch',
    manufacturer: 'Cisco',
    model: 'WS-C2960X-48FPS-L',
    serial: 'FOC2231Y',
    bought: '2018-10-02',
    count: 4,
    termYears: 5,
  },
  {
    type: 'Laptop',
    manufacturer: 'Apple',
    model: 'MacBook Pro 14 (2021)',
    serial: 'C02G8Q',
    bought: '2022-02-08',
    count: 7,
    termYears: 1,
  },
  {
    type: 'Desktop',
    manufacturer: 'Dell',
    model: 'OptiPlex 7090',
    serial: 'L6P4V',
    bought: '2022-03-22',
    count: 11,
    termYears: 5,
  },
];

const letters = 'BCDFGHJKLMNPQRSTVWXYZ';
const addYears = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

function cells(batch: Batch, at: number, number: number): string[] {
  const serial = `${batch.serial}${letters[at % letters.length]}${(at * 7) % 10}`;
  // One date in three is known. Some rows have a placeholder date, or no manufacturer or model.
  const placeholder = number % 17 === 5 ? '1900-01-01' : '';
  return [
    `IT-${String(number).padStart(4, '0')}`,
    batch.type,
    number % 13 === 4 ? '' : batch.manufacturer,
    number % 11 === 7 ? '' : batch.model,
    serial,
    number % 2 === 0 ? addYears(batch.bought, batch.termYears) : '',
    placeholder || (at % 3 === 0 ? batch.bought : ''),
  ];
}

/** A small fleet with gaps, for trying the predictor. */
export function sampleAssets(): File {
  const rows: string[][] = [header];
  for (const batch of batches)
    for (let index = 0; index < batch.count; index += 1) rows.push(cells(batch, index, rows.length));
  return new File([writeCsv(rows, { delimiter: ',', bom: true })], 'sample_assets.csv', { type: 'text/csv' });
}
