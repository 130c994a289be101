import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import Papa from 'papaparse';
import { makeFolder } from '../../harness/folder.ts';
import { root } from '../../harness/processes.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { type MappingCase, mappingCases } from './data.ts';

const bar = 1.5;
const rounds = 5;
const run = promisify(execFile);
const baseline = join(root, 'bench/baseline/mapping.ts');
const productOf = (tree: string) => join(tree, 'bench/mapping/product.ts');

interface Sample {
  parse: number;
  map: number;
  write: number;
}

interface Files {
  source: string;
  mappings: string;
  flat: string;
  product: string;
  bare: string;
}

const totalOf = ({ parse, map, write }: Sample) => parse + map + write;

async function prepare(folder: string, { name, source, mappings, flat }: MappingCase): Promise<Files> {
  const at = (part: string) => join(folder, `${name}-${part}`);
  const files = {
    source: at('source.json'),
    mappings: at('mappings.json'),
    flat: at('flat.json'),
    product: at('product.csv'),
    bare: at('bare.csv'),
  };
  await writeFile(files.source, JSON.stringify(source));
  await writeFile(files.mappings, JSON.stringify(mappings));
  await writeFile(files.flat, JSON.stringify(flat));
  return files;
}

/** Runs in a separate process: an export runs once, not after ten warm-up rounds. */
async function sample(program: string, args: string[]): Promise<Sample> {
  const { stdout } = await run(process.execPath, [program, ...args]);
  return JSON.parse(stdout);
}

const sampleProduct = (tree: string, { source, mappings, product }: Files) =>
  sample(productOf(tree), [source, mappings, product]);

/** Both must write the same cells, or the comparison is meaningless. */
async function assertSameCells({ product, bare }: Files, rows: number): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [product, bare].map(async (file) => {
      const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').trimEnd();
      return Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data;
    }),
  );
  if (ours?.length !== rows + 1) throw new Error(`${ours?.length} lines were written for ${rows} rows`);
  if (!isDeepStrictEqual(ours, theirs)) throw new Error('the two files differ');
}

async function measure(name: string, files: Files, rows: number, table: (string | number)[][]) {
  const bare: Sample[] = [];
  const product: Sample[] = [];
  const keep = (kind: string, samples: Sample[], round: number, taken: Sample) => {
    samples.push(taken);
    const figures = [taken.parse, taken.map, taken.write, totalOf(taken)].map(Math.round);
    table.push([`${name} ${kind} ${round}`, ...figures]);
  };
  for (let round = 1; round <= rounds; round += 1) {
    keep('bare', bare, round, await sample(baseline, [files.source, files.flat, files.bare]));
    keep('product', product, round, await sampleProduct(root, files));
  }
  await assertSameCells(files, rows);
  return { product: median(product.map(totalOf)), bare: median(bare.map(totalOf)) };
}

function readRows(args: string[]): number {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '100000' } } });
  return Number(values.rows);
}

export const mapping: Measurement = {
  name: 'mapping',
  summary: `a response parsed, mapped and written against JSON.parse and papaparse, ratio at most ${bar} [--rows 100000]`,
  async run(args) {
    const rows = readRows(args);
    const folder = await makeFolder('bench');
    const table: (string | number)[][] = [];
    const figures: Record<string, string | number> = {};
    const ratios: number[] = [];
    try {
      for (const each of mappingCases(rows)) {
        const files = await prepare(folder.path, each);
        const { product, bare } = await measure(each.name, files, rows, table);
        ratios.push(product / bare);
        figures[`${each.name}_ms`] = Math.round(product);
        figures[`${each.name}_bare_ms`] = Math.round(bare);
        figures[`${each.name}_ratio`] = (product / bare).toFixed(2);
      }
    } finally {
      await folder.remove();
    }
    printTable(['run', 'parse ms', 'map ms', 'write ms', 'all ms'], table);
    const worst = Math.max(...ratios);
    return {
      figures: { ratio: worst.toFixed(2), bar, rows, mappings: 20, ...figures },
      passed: worst <= bar,
    };
  },
  paired: {
    figure: 'ms',
    better: 'lower',
    slices: 2,
    async open(tree, args) {
      const folder = await makeFolder('bench');
      const cases: Files[] = [];
      for (const each of mappingCases(readRows(args))) cases.push(await prepare(folder.path, each));
      const measureAll = async () => {
        let milliseconds = 0;
        for (const files of cases) milliseconds += totalOf(await sampleProduct(tree, files));
        return { wall: milliseconds };
      };
      return {
        start: async () => ({ measure: measureAll, stop: async () => undefined }),
        close: folder.remove,
      };
    },
  },
};
