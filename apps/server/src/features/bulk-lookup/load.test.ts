import { expect, it } from 'vitest';
import { AppError } from '../../platform/http/app-error.ts';
import { loadRows } from './load.ts';
import { recordSource } from './record-source.ts';
import { toRunOptions } from './run.ts';

const options = toRunOptions({ fieldMapping: { modelNumber: 'Serial' }, fillBlankFields: true });
const run = { key: '1', day: '2026-11-15', options };
/** Five hundred of them, as they come together, are more than a piece. */
const record = { Serial: 'B000003', Notes: 'x'.repeat(4 * 1024) };

function load(copyIn: (lines: string) => Promise<void>, mostRows: number) {
  const refuse = () => new AppError('too_many_rows', { values: { count: 0, limit: mostRows } });
  return loadRows({ copyIn }, run, recordSource(Array(1000).fill(record), {}), { mostRows, refuse });
}

it('does not end while the database still takes rows, also where the file is refused', async () => {
  let isTaken = false;
  const copyIn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        isTaken = true;
        resolve();
      });
    });
  // The limit is met in the second five hundred.
  await expect(load(copyIn, 600)).rejects.toThrow(AppError);
  expect(isTaken).toBe(true);
});

it('tells of a database that fails while the next rows are being read', async () => {
  await expect(load(() => Promise.reject(new Error('gone')), 1000)).rejects.toThrow('gone');
});
