import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cases } from './cases.ts';
import { type Fault, MissedBarError } from './fault.ts';
import { removeTemplate } from './template-cluster.ts';

// The fault matrix: each case starts the real programs, breaks something and measures what follows. Most cases mostly wait,
// so with --concurrency several run concurrently.
const { values } = parseArgs({
  options: {
    /** Numbers and ranges, such as 1-6,17. */
    only: { type: 'string' },
    /** Directory of another PostgreSQL than the bundled one, with its `bin`. */
    postgres: { type: 'string' },
    /** The version that runs together with this one, where a case needs one. */
    against: { type: 'string' },
    /** Path of PgBouncer, to run every case behind it. */
    pooler: { type: 'string' },
    list: { type: 'boolean' },
    full: { type: 'boolean' },
    concurrency: { type: 'string', default: '1' },
  },
});

if (values.list) {
  for (const { number, title, slow } of cases)
    console.log(`${String(number).padStart(2)}  ${title}${slow ? '  (--full)' : ''}`);
  process.exit(0);
}

if (values.postgres) process.env.HARNESS_POSTGRES = values.postgres;
if (values.against) process.env.HARNESS_AGAINST = values.against;
if (values.pooler) process.env.HARNESS_POOLER = values.pooler;

const ranges = values.only?.split(',').map((range) => range.split('-').map(Number));
const isWanted = (number: number) =>
  ranges?.some(([first = 0, last = first]) => first <= number && number <= last);

const chosen = cases.filter(({ number, slow }) => (ranges ? isWanted(number) : values.full || !slow));
if (chosen.length === 0) {
  console.error(`no case ${values.only}; use --list to show all cases`);
  process.exit(2);
}

const timings: { seconds: number; name: string }[] = [];
const measuredAgain: Fault[] = [];
let failed = 0;
let skipped = 0;
const concurrency = Number(values.concurrency);
// A case that has failed leaves requests behind, which fail when its processes end. The others go on.
process.on('unhandledRejection', (error) => {
  console.log('unhandled:', error);
  failed ||= 1;
});
await runAll(
  chosen.filter(({ isolation }) => !isolation),
  concurrency,
);
await runAll(
  chosen.filter(({ isolation }) => isolation === 'quiet'),
  Math.min(3, concurrency),
);
await runAll(
  chosen.filter(({ isolation }) => isolation === 'exclusive'),
  1,
);
for (const fault of measuredAgain)
  if (await runCase(fault, { isLast: true })) await runCase(fault, { isLast: true });
await removeTemplate();
printSlowest();
rmSync('.cache/faults', { recursive: true, force: true });
const passed = chosen.length - failed - skipped;
console.log(`faults: ${passed} passed, ${failed} failed${skipped ? `, skipped ${skipped}` : ''}`);
process.exit(failed > 0 ? 1 : 0);

async function runAll(faults: Fault[], workers: number): Promise<void> {
  const waiting = [...faults];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await runCase(next, { isLast: values.full === true });
    }),
  );
}

/** Returns whether it passed. A bar that is missed before the last attempt counts for nothing. */
async function runCase(fault: Fault, { isLast }: { isLast: boolean }): Promise<boolean> {
  const { number, title, run } = fault;
  const startedAt = performance.now();
  const cleanups: (() => unknown)[] = [];
  const expectBar = (isMet: boolean, otherwise: string) => {
    if (!isMet) throw new MissedBarError(otherwise);
  };
  try {
    const measured = await run({
      full: values.full === true,
      expectBar,
      cleanup: (step) => cleanups.push(step),
    });
    // A case that this machine cannot run returns the reason as its result.
    const isSkipped = measured.startsWith('skipped:');
    if (isSkipped) skipped += 1;
    console.log(`${isSkipped ? 'skip' : 'ok  '} ${number} ${title}: ${measured} [${seconds(startedAt)}]`);
    return true;
  } catch (error) {
    if (error instanceof MissedBarError && !isLast) {
      measuredAgain.push(fault);
      console.log(`late ${number} ${title}: ${error.message}; measured again, alone`);
      return false;
    }
    failed += 1;
    console.log(`FAIL ${number} ${title} [${seconds(startedAt)}]`);
    console.log(error);
    return false;
  } finally {
    timings.push({ seconds: (performance.now() - startedAt) / 1000, name: `${number} ${title}` });
    for (const step of cleanups.reverse())
      await Promise.try(step).catch((error) => console.log('cleanup:', error));
  }
}

function printSlowest(): void {
  const slowest = timings.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20);
  if (slowest.length > 1) console.log('slowest:');
  for (const each of slowest) console.log(`  ${each.seconds.toFixed(1).padStart(6)} s  ${each.name}`);
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
