import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from '../checks/files.ts';
import { caseCounts, casesNamedIn, listFaultCases, writeCaseCounts } from './fault-cases.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const cases = listFaultCases(root);
const numbers = new Set(cases.map(({ number }) => number));

it('docs/reliability.md says how many cases there are (otherwise run `npm run docs`)', () => {
  expect(read('docs/reliability.md')).toContain(caseCounts(cases));
  expect(writeCaseCounts('There are 1 cases: x.\nMore.', cases)).toBe(`${caseCounts(cases)}\nMore.`);
});

it('docs/reliability.md measures cases that exist, each fault in at least one', () => {
  const [, table = ''] = read('docs/reliability.md').split('| # | Fault | Case |');
  const cells = [...table.matchAll(/^\| \d+ \| [^|]+ \| ([\d, ]+) \|/gm)].map(([, cell = '']) => cell);
  expect(cells.length).toBeGreaterThan(30);
  const missing = cells
    .flatMap((cell) => cell.split(', ').map(Number))
    .filter((number) => !numbers.has(number));
  expect(missing).toEqual([]);
});

it('commands in the documents name cases that exist', async () => {
  const documents = await listFiles(root, ['*.md']);
  const named = documents.flatMap((path) => casesNamedIn(read(path)).map((number) => ({ path, number })));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
