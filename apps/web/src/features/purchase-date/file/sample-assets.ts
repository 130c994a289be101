import { writeCsv } from '@warranty/domain/csv/write';

const header = [
  ...['Asset Tag', 'Type', 'Manufacturer', 'Model', 'Serial Number', 'Warranty Expiration', 'Purchase Date'],
];

/** Serial numbers are without their last two characters. */
type Batch = [
  type: string,
  manufacturer: string,
  model: string,
  serial: string,
  bought: string,
  count: number,
  termYears: number,
];

/** A typical office: several identical devices bought at a time. */
const batches: Batch[] = [
  ['Laptop', 'Dell', 'Latitude 7490', 'H4K7P', '2018-09-12', 9, 3],
  ['Laptop', 'Dell', 'Latitude 5410', 'J8M2R', '2020-08-20', 12, 3],
  ['Laptop', 'Dell', 'Latitude 5420', 'K3N9T', '2021-06-15', 14, 3],
  ['Laptop', 'HP', 'EliteBook 840 G7', '5CG0421Y', '2020-11-30', 10, 3],
  ['Laptop', 'Lenovo', 'ThinkPad T14 Gen 3', 'PF4A7C', '2022-10-04', 12, 3],
  ['Monitor', 'Dell', 'P2419H', 'CN0V7X', '2019-11-18', 10, 3],
  ['Switch', 'Cisco', 'WS-C2960X-48FPS-L', 'FOC2231Y', '2018-10-02', 4, 5],
  ['Laptop', 'Apple', 'MacBook Pro 14 (2021)', 'C02G8Q', '2022-02-08', 7, 1],
  ['Desktop', 'Dell', 'OptiPlex 7090', 'L6P4V', '2022-03-22', 11, 5],
];

const letters = 'BCDFGHJKLMNPQRSTVWXYZ';
const addYears = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

/** The cells of one device of a batch; `number` is its number in the file. */
function cells([type, manufacturer, model, serial, bought, , termYears]: Batch, at: number, number: number) {
  // One date in three is known. Some rows have a placeholder date, or no manufacturer or model.
  const placeholder = number % 17 === 5 ? '1900-01-01' : '';
  return [
    `IT-${String(number).padStart(4, '0')}`,
    type,
    number % 13 === 4 ? '' : manufacturer,
    number % 11 === 7 ? '' : model,
    `${serial}${letters[at % letters.length]}${(at * 7) % 10}`,
    number % 2 === 0 ? addYears(bought, termYears) : '',
    placeholder || (at % 3 === 0 ? bought : ''),
  ];
}

/** A small fleet with gaps, for trying the predictor. */
export function sampleAssets(): File {
  const rows: string[][] = [header];
  for (const batch of batches) {
    const [, , , , , count] = batch;
    for (let at = 0; at < count; at += 1) rows.push(cells(batch, at, rows.length));
  }
  return new File([writeCsv(rows, { delimiter: ',', bom: true })], 'sample_assets.csv', { type: 'text/csv' });
}
