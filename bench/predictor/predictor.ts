import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ModelTable } from '@warranty/domain/prediction/model-table';
import { predictAssets } from '@warranty/domain/prediction/predict';
import { root } from '../../harness/processes.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import type { Row } from './devices.ts';
import { type HitCount, kindsOf, percentOf, placeholdersOf, type Scored, scoreOf } from './score.ts';
import { shuffled } from './shuffle.ts';
import {
  fullTable,
  holdOut,
  makeFleets,
  type NamedFleet,
  readFleets,
  readSources,
  readTruth,
  siblingDataDir,
} from './sources.ts';
import { cpuSeconds } from './speed.ts';

/** Minimum percentage within one year, of assets with any evidence, by scenario. */
const bars: Record<string, number> = { typical: 95, sparse: 92, cold: 85, dirty: 90 };
const rightBars = { high: 97, medium: 85 };
/** In a smaller sample, a single wrong prediction would decide the result. */
const minSampleSize = 40;
const falseHighBar = 3;
const placeholderBar = 80;
const secondsBar = 5;

const ownFleets = join(root, 'bench/predictor/sample');

interface TrueFleet extends NamedFleet {
  truth: ReadonlyMap<string, string>;
}

interface Setup {
  now: Date;
  table?: ModelTable;
}

const predict = (rows: readonly Row[], setup: Setup) => predictAssets(rows, setup);

/** Reads no truth file: the predictions are scored elsewhere. */
async function answer(dir: string, target: string, setup: Setup) {
  const fleets = await readFleets(dir);
  const answers = fleets.flatMap(({ name, rows }) =>
    predict(rows, setup).map((prediction) => ({
      fleet: name,
      assetId: prediction.assetId,
      predictedPurchaseDate: prediction.predictedPurchaseDate,
      confidence: prediction.confidence,
      method: prediction.method,
      evidence: kindsOf(prediction),
    })),
  );
  await writeFile(target, `${JSON.stringify(answers, null, 1)}\n`);
  return { figures: { fleets: fleets.length, answers: answers.length }, passed: true };
}

const scored = (fleets: readonly TrueFleet[], setup: Setup): Scored[] =>
  fleets.map(({ rows, truth }) => ({ rows, truth, predictions: predict(rows, setup) }));

/** Counts high confidence ratings on shuffled fleets: nothing is predictable there, so each of them is wrong. */
function falseHigh(fleets: readonly TrueFleet[], setup: Setup): HitCount {
  const share = { of: 0, right: 0 };
  for (const [at, fleet] of fleets.entries()) {
    if (fleet.rows.every(({ purchaseDate }) => !purchaseDate)) continue;
    const { rows } = shuffled(fleet.rows, fleet.truth, 100 + at);
    for (const [row, { confidence }] of predict(rows, setup).entries()) {
      if (rows[row]?.purchaseDate) continue;
      share.of += 1;
      if (confidence === 'high') share.right += 1;
    }
  }
  return share;
}

interface Measured {
  row: (string | number)[];
  figures: Record<string, string | number>;
  passed: boolean;
}

const shown = (share: HitCount, whole: number) =>
  `${Math.round((100 * share.of) / Math.max(1, whole))} % ${share.of === 0 ? '-' : percentOf(share)}`;

function measure(scenario: string, fleets: readonly TrueFleet[], setup: Setup): Measured {
  const all = scored(fleets, setup);
  const score = scoreOf(all);
  const { high, medium, low } = score.byConfidence;
  const wrong = falseHigh(fleets, setup);
  const dated = percentOf(score.dated);
  const row = [
    scenario,
    score.assets,
    `${dated} (${percentOf({ of: score.assets, right: score.dated.of })})`,
    percentOf(score.all),
    Math.round(median(score.errors)),
    shown(high, score.assets),
    shown(medium, score.assets),
    shown(low, score.assets),
    wrong.of === 0 ? '-' : percentOf(wrong),
  ];
  const isHonest =
    (high.of < minSampleSize || percentOf(high) >= rightBars.high) &&
    (medium.of < minSampleSize || percentOf(medium) >= rightBars.medium);
  const isCalm = wrong.of === 0 || percentOf(wrong) <= falseHighBar;
  return {
    row,
    figures: { [`${scenario}-%`]: dated, [`${scenario}-high-%`]: percentOf(high) },
    passed: dated >= (bars[scenario] ?? 0) && isHonest && isCalm,
  };
}

const head = [
  'scenario',
  'assets',
  'within 1 y (dated)',
  'all',
  'days',
  'high',
  'medium',
  'low',
  'false high',
];

function measureAll(fleets: readonly TrueFleet[], setup: Setup) {
  const groups = Map.groupBy(fleets, ({ scenario }) => scenario);
  const measured = [...groups].map(([scenario, own]) => measure(scenario, own, setup));
  printTable(
    head,
    measured.map(({ row }) => row),
  );
  return {
    figures: Object.assign({}, ...measured.map(({ figures }) => figures)) as Record<string, string | number>,
    passed: measured.every(({ passed }) => passed),
  };
}

async function score(dir: string, setup: Setup, sizes: readonly number[]) {
  const fleets: TrueFleet[] = await Promise.all(
    (await readFleets(dir)).map(async (fleet) => ({ ...fleet, truth: await readTruth(dir, fleet.name) })),
  );
  const { figures, passed } = measureAll(fleets, setup);
  const wrong = falseHigh(fleets, setup);
  const placeholders = placeholdersOf(scored(fleets, setup));
  const cpu = sizes.map((size) => ({ size, seconds: cpuSeconds(fleets, size, setup.now) }));
  for (const { size, seconds } of cpu)
    console.log(`${size} rows: ${seconds} s of CPU, ${Math.round(size / seconds)} rows/s`);
  const isFast = cpu.every(({ size, seconds }) => size > 10_000 || seconds < secondsBar);
  return {
    figures: {
      ...figures,
      'false-high-%': wrong.of === 0 ? 0 : percentOf(wrong),
      placeholders: `${placeholders.right}/${placeholders.of}`,
      ...Object.fromEntries(cpu.map(({ size, seconds }) => [`cpu-${size}-s`, seconds])),
    },
    passed: passed && percentOf(placeholders) >= placeholderBar && isFast,
  };
}

/**
 * The table is built from other devices than the generated fleets. The fleets in the folder may share some devices with it.
 */
async function scoreHeldOut(dir: string, data: string, setup: Setup, seeds: number) {
  const { table, pool } = holdOut(await readSources(data));
  console.log('Fleets in the folder, with a table from half of the devices:');
  const folder = await score(dir, { ...setup, table }, []);
  console.log(`\n${seeds} generated fleets per scenario, of devices that are not in the table:`);
  const made = measureAll(makeFleets(pool, seeds, setup.now), { ...setup, table });
  return { figures: made.figures, passed: folder.passed && made.passed };
}

async function writeTable(data: string, target: string) {
  const table = fullTable(await readSources(data));
  await writeFile(target, `${JSON.stringify(table, null, 2)}\n`);
  const lines = [table.laptops, table.monitors, table.families, table.years].map((lists) =>
    Object.values(lists).flat(),
  );
  return { figures: { models: lines.flat().length, processors: table.processors.length }, passed: true };
}

export const predictor: Measurement = {
  name: 'predictor',
  summary:
    'predicts the purchase dates of fleets [--dir DIR] [--now DATE] [--answers FILE] [--rows 10000,100000]\n' +
    '              [--holdout] [--seeds N] [--data DIR] [--table FILE]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        dir: { type: 'string', default: ownFleets },
        now: { type: 'string', default: '2025-01-01' },
        answers: { type: 'string' },
        rows: { type: 'string', default: '10000' },
        holdout: { type: 'boolean', default: false },
        seeds: { type: 'string', default: '30' },
        data: { type: 'string' },
        table: { type: 'string' },
      },
    });
    const { dir, data = siblingDataDir(dir) } = values;
    const setup = { now: new Date(values.now) };
    if (values.table !== undefined) return writeTable(data, values.table);
    if (values.answers !== undefined) return answer(dir, values.answers, setup);
    if (values.holdout) return scoreHeldOut(dir, data, setup, Number(values.seeds));
    return score(dir, setup, values.rows.split(',').map(Number));
  },
};
