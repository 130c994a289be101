/** A fleet as companies keep it in a workbook: names, numbers and dates, some of them repeated. */
export const headers =
  'Asset,Serial Number,Manufacturer,Model,Status,Owner,City,Room,Purchase Date,Cost,Stock Number,Notes'.split(
    ',',
  );

const letters = '0123456789BCDFGHJKLMNPQRSTVWXYZ';
const models = ['Latitude 5440', 'OptiPlex 7090', 'Precision 3660', 'XPS 13'];
const cities = ['Berlin', 'Bonn', 'Paris', 'Lyon', 'Porto'];
const people = 50_000;

function tagAt(index: number): string {
  let rest = (index * 2_654_435_761) % letters.length ** 7;
  let tag = '';
  for (let at = 0; at < 7; at += 1) {
    tag += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return tag;
}

export function rowAt(index: number): string[] {
  return [
    `PC-${String(index).padStart(7, '0')}`,
    tagAt(index),
    'Dell',
    models[index % models.length] ?? '',
    'In use',
    `user.name${index % people}@example.com`,
    cities[index % cities.length] ?? '',
    String(index % 400),
    new Date(Date.UTC(2015, 0, 1 + (index % 4000))).toISOString().slice(0, 10),
    `${500 + (index % 900)}.5`,
    String(index % 99_999).padStart(7, '0'),
    index % 10 === 0 ? 'To be replaced' : '',
  ];
}

const batchSize = 1000;

export async function* batchesOf(rows: number): AsyncGenerator<string[][]> {
  for (let from = 0; from < rows; from += batchSize)
    yield Array.from({ length: Math.min(batchSize, rows - from) }, (_, index) => rowAt(from + index));
}
