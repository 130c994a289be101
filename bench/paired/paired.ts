import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makeFolder } from '../../harness/folder.ts';
import { root } from '../../harness/processes.ts';
import { checkOut, type Tree } from '../../harness/tree.ts';
import {
  type Measurement,
  median,
  type Outcome,
  type Paired,
  printTable,
  type Slice,
  type Subject,
  type Trial,
} from '../measurement.ts';
import type { PairOptions } from './options.ts';
import { compare, figureOf, type Pair } from './ratios.ts';

/** Measures this tree and a commit alternately and reports how they compare. */
export async function runPaired({ name, paired }: Measurement, options: PairOptions): Promise<Outcome> {
  if (!paired) throw new Error(`${name} cannot be compared with another commit`);
  const interrupted = whenInterrupted();
  const folder = await makeFolder('pairs');
  // Everything written in the meantime, also by child programs, is removed with this folder.
  process.env.TMPDIR = folder.path;
  let tree: Tree | null = null;
  const cleanUp = () => {
    tree?.remove();
    rmSync(folder.path, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', cleanUp);
  try {
    tree = checkOut(root, options.against, join(folder.path, 'tree'));
    process.env.PATH = [join(tree.path, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    console.log(`${name}: this tree and ${tree.hash.slice(0, 10)} alternately, ${options.pairs} pairs`);
    const pairs = await measurePairs(paired, tree.path, options, interrupted);
    return report(paired, pairs, { ...options, hash: tree.hash });
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    console.log(`${name}: ${error.message}`);
    process.exit(130);
  } finally {
    cleanUp();
    process.off('exit', cleanUp);
  }
}

class InterruptedError extends Error {}

/** Rejects on the first signal, so that everything that was started is cleaned up in order. Later signals are ignored. */
function whenInterrupted(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new InterruptedError(`interrupted by ${signal}`)));
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

async function measurePairs(
  paired: Paired,
  tree: string,
  { pairs, rest }: PairOptions,
  interrupted: Promise<never>,
): Promise<Taken[]> {
  const opening: Promise<Subject>[] = [];
  const open = (path: string) => {
    const subject = paired.open(path, rest);
    opening.push(subject);
    return Promise.race([subject, interrupted]);
  };
  try {
    const subjects = { here: await open(root), there: await open(tree) };
    return await takeTurns(subjects, { pairs, slices: paired.slices }, interrupted);
  } finally {
    for (const subject of await Promise.allSettled(opening))
      if (subject.status === 'fulfilled') await subject.value.close();
  }
}

type Side = keyof Pair;
/** The slices of a pair. */
type Taken = Record<Side, Slice[]>;

/** Alternates which side goes first with every slice and pair, so that a machine that slows down affects both equally. */
export async function takeTurns(
  subjects: Record<Side, Pick<Subject, 'start'>>,
  { pairs: count, slices }: { pairs: number; slices: number },
  interrupted: Promise<never>,
): Promise<Taken[]> {
  const orUntilInterrupted = <T>(work: Promise<T>) => Promise.race([work, interrupted]);
  const pairs: Taken[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const taken: Taken = { here: [], there: [] };
    const trials: Partial<Record<Side, Trial>> = {};
    try {
      for (const side of orderOf(turn)) trials[side] = await orUntilInterrupted(subjects[side].start());
      for (let slice = 0; slice < slices; slice += 1)
        for (const side of orderOf(turn + slice))
          taken[side].push(await orUntilInterrupted((trials[side] as Trial).measure()));
    } finally {
      for (const trial of Object.values(trials)) await trial.stop();
    }
    pairs.push(taken);
  }
  return pairs;
}

const orderOf = (turn: number): Side[] => (turn % 2 === 0 ? ['here', 'there'] : ['there', 'here']);

function report(
  { figure, better }: Paired,
  taken: Taken[],
  { least, hash }: Pick<PairOptions, 'least'> & { hash: string },
): Outcome {
  const pairsBy = (by: 'wall' | 'cpu'): Pair[] =>
    taken.map(({ here, there }) => ({ here: figureOf(here, by), there: figureOf(there, by) }));
  const pairs = pairsBy('cpu');
  const { ratios, ratio, spread } = compare(pairs, better);
  const wall = compare(pairsBy('wall'), better);
  const short = hash.slice(0, 10);
  printTable(
    ['pair', 'first', `${figure} here`, `${figure} ${short}`, 'ratio', 'wall ratio'],
    pairs.map(({ here, there }, index) => [
      index + 1,
      orderOf(index)[0] === 'here' ? 'here' : short,
      Math.round(here),
      Math.round(there),
      (ratios[index] ?? Number.NaN).toFixed(3),
      (wall.ratios[index] ?? Number.NaN).toFixed(3),
    ]),
  );
  return {
    figures: {
      ratio: ratio.toFixed(3),
      spread: spreadText(spread),
      pairs: pairs.length,
      against: short,
      [figure]: Math.round(median(pairs.map(({ here }) => here))),
      [`${figure}_against`]: Math.round(median(pairs.map(({ there }) => there))),
      wall_ratio: wall.ratio.toFixed(3),
      wall_spread: spreadText(wall.spread),
      ...(least === null ? {} : { least }),
    },
    passed: least === null || ratio >= least,
  };
}

const spreadText = (spread: [number, number]) => spread.map((each) => each.toFixed(3)).join('..');
