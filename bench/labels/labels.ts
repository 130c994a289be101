import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../harness/processes.ts';
import { type Measurement, printTable } from '../measurement.ts';
import { differingInList } from './many.ts';
import { type BenchReader, startReader } from './reader.ts';
import { type Answered, calibration, percent, percentile, type Score, scoreOf, type Truth } from './score.ts';

/** Minimum shares in percent. Wrong readings have no bar: none are allowed. */
const bars = { exact: 84, standardLegible: 97 };

const ownImages = join(root, 'bench/labels/images');

async function warmUp(reader: BenchReader, dir: string, file: string | undefined): Promise<void> {
  if (file !== undefined) await reader.read(await readFile(join(dir, file)));
}

async function readAll<T extends { file: string }>(dir: string, images: readonly T[]) {
  const reader = await startReader();
  try {
    await warmUp(reader, dir, images[0]?.file);
    const answered = [];
    for (const image of images) {
      const { reading, cpuMs } = await reader.read(await readFile(join(dir, image.file)));
      answered.push({ truth: image, reading, cpuMs });
    }
    return { answered, memory: await reader.peakMemory() };
  } finally {
    await reader.stop();
  }
}

/** Reads no truth file: the readings are scored elsewhere. */
async function answer(dir: string, target: string) {
  const names = (await readdir(dir)).filter((name) => /\.(?:jpe?g|png|webp)$/i.test(name)).toSorted();
  const { answered } = await readAll(
    dir,
    names.map((file) => ({ file })),
  );
  const answers = answered.map(({ truth, reading }) => ({
    file: truth.file,
    serialNumber: reading?.serialNumber ?? null,
    confidence: reading?.confidence ?? 0,
  }));
  await writeFile(target, `${JSON.stringify(answers, null, 1)}\n`);
  const found = answers.filter(({ serialNumber }) => serialNumber !== null).length;
  return { figures: { images: answers.length, answered: found }, passed: true };
}

function row(name: string, score: Score, answered: readonly Answered[]): (string | number)[] {
  const cpu = answered.map(({ cpuMs }) => cpuMs);
  return [
    name,
    score.images,
    `${score.exact} of ${score.serials}`,
    `${score.exactLegible} of ${score.legible}`,
    score.wrong,
    score.unread,
    `${score.noResult} of ${score.empty}`,
    `${percent(score.proven, score.serials)} %`,
    Math.round(percentile(cpu, 0.5)),
    Math.round(percentile(cpu, 0.95)),
  ];
}

function printMisses(answered: readonly Answered[]): void {
  for (const { truth, reading } of answered) {
    if ((reading?.serialNumber ?? null) === truth.serialNumber) continue;
    const guess = reading?.suggestions[0];
    console.log(
      `${truth.file} ${truth.level}${truth.legible === false ? ', illegible' : ''}: ${truth.serialNumber} read as ` +
        `${reading?.serialNumber ?? 'nothing'}${guess ? `, suggested ${guess.serialNumber} at ${guess.confidence}` : ''}`,
    );
  }
}

async function score(dir: string) {
  const truth = JSON.parse(await readFile(join(dir, 'truth.json'), 'utf8')) as Truth[];
  const { answered, memory } = await readAll(dir, truth);
  const levels = [...new Set(truth.map(({ level }) => level))];
  const groups = [
    ...levels.map((level) => ({ name: level, of: answered.filter((each) => each.truth.level === level) })),
    { name: 'all', of: answered },
  ];
  printMisses(answered);
  printTable(
    ['level', 'images', 'exact', 'legible', 'wrong', 'unread', 'silent', 'at 0.9', 'CPU p50', 'p95 ms'],
    groups.map(({ name, of }) => row(name, scoreOf(of), of)),
  );
  printTable(
    ['confidence', 'right', 'wrong'],
    calibration(answered).map(({ from, right, wrong }) => [`${from} and above`, right, wrong]),
  );
  const all = scoreOf(answered);
  const differing = differingInList(answered);
  for (const difference of differing) console.log(`in a list, ${difference}`);
  const standard = scoreOf(answered.filter((each) => each.truth.level === 'standard'));
  const hard = scoreOf(answered.filter((each) => each.truth.level === 'hard'));
  const cpu = answered.map(({ cpuMs }) => cpuMs);
  const figures = {
    images: all.images,
    'exact-%': percent(all.exact, all.serials),
    'standard-legible-%': percent(standard.exactLegible, standard.legible),
    'hard-legible-%': percent(hard.exactLegible, hard.legible),
    wrong: all.wrong,
    silent: `${all.noResult}/${all.empty}`,
    'at-0.9-%': percent(all.proven, all.serials),
    'cpu-p50-ms': Math.round(percentile(cpu, 0.5)),
    'cpu-p95-ms': Math.round(percentile(cpu, 0.95)),
    'differ-in-list': differing.length,
    'peak-mb': memory,
  };
  const passed =
    all.wrong === 0 &&
    differing.length === 0 &&
    all.noResult === all.empty &&
    figures['exact-%'] >= bars.exact &&
    figures['standard-legible-%'] >= bars.standardLegible;
  return { figures, passed };
}

export const labels: Measurement = {
  name: 'labels',
  summary: 'reads the labels of a folder of photos [--dir DIR] [--answers FILE]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { dir: { type: 'string', default: ownImages }, answers: { type: 'string' } },
    });
    return values.answers === undefined ? score(values.dir) : answer(values.dir, values.answers);
  },
};
