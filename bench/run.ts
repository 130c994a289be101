import { bulk } from './bulk/bulk.ts';
import { firstVisit } from './first-visit/first-visit.ts';
import { growth } from './growth/growth.ts';
import { http } from './http/http.ts';
import { ingest } from './ingest/ingest.ts';
import { labels } from './labels/labels.ts';
import { lookup } from './lookup/lookup.ts';
import { mapping } from './mapping/mapping.ts';
import type { Measurement } from './measurement.ts';
import { migrations } from './migrations/migrations.ts';
import { type PairOptions, readPairOptions } from './paired/options.ts';
import { runPaired } from './paired/paired.ts';
import { predictor } from './predictor/predictor.ts';
import { predictorReal } from './predictor-real/predictor-real.ts';
import { quotas } from './quotas/quotas.ts';
import { records } from './records/records.ts';
import { scan } from './scan/scan.ts';
import { screens } from './screens/screens.ts';
import { signIn } from './sign-in/sign-in.ts';
import { tokens } from './tokens/tokens.ts';
import { trial } from './trial/trial.ts';
import { workbookRun } from './workbook-run/workbook-run.ts';
import { workbooks } from './workbooks/workbooks.ts';

// Runs one measurement by name. The last line is `NAME: key value ...`, and the exit code shows whether the bars were met.
const measurements: Measurement[] = [
  http,
  lookup,
  bulk,
  labels,
  tokens,
  signIn,
  mapping,
  ingest,
  predictor,
  predictorReal,
  scan,
  records,
  firstVisit,
  screens,
  trial,
  workbooks,
  workbookRun,
  growth,
  quotas,
  migrations,
];

function refuse(reason?: string): never {
  if (reason) console.log(`${reason}\n`);
  console.log('usage: npm run bench -- NAME [options]');
  console.log('       npm run bench -- NAME* [options] --against COMMIT [--pairs 7] [--least RATIO]\n');
  for (const { name: each, summary, paired } of measurements)
    console.log(`  ${(paired ? `${each}*` : each).padEnd(15)} ${summary}`);
  process.exit(2);
}

function readOptions(args: string[]): PairOptions | null {
  try {
    return readPairOptions(args);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const [name, ...args] = process.argv.slice(2);
const chosen = measurements.find((measurement) => measurement.name === name);
if (!chosen) refuse();
const pairing = readOptions(args);
if (pairing && !chosen.paired) refuse(`${chosen.name} cannot be compared with another commit.`);
const { figures, passed } = pairing ? await runPaired(chosen, pairing) : await chosen.run(args);
console.log(`${chosen.name}: ${Object.entries(figures).flat().join(' ')}`);
process.exit(passed ? 0 : 1);
