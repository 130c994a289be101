import { bulk } from './bulk/bulk.ts';
import { http } from './http/http.ts';
import { ingest } from './ingest/ingest.ts';
import { labels } from './labels/labels.ts';
import { lookup } from './lookup/lookup.ts';
import { mapping } from './mapping/mapping.ts';
import type { Measurement } from './measurement.ts';
import { predictor } from './predictor/predictor.ts';
import { predictorReal } from './predictor-real/predictor-real.ts';
import { scan } from './scan/scan.ts';
import { tokens } from './tokens/tokens.ts';

// One measurement by name; the last line is `NAME: key value ...` and the exit code says whether its bars were reached.
const measurements: Measurement[] = [
  http,
  lookup,
  bulk,
  labels,
  tokens,
  mapping,
  ingest,
  predictor,
  predictorReal,
  scan,
];

const [name, ...args] = process.argv.slice(2);
const chosen = measurements.find((measurement) => measurement.name === name);
if (!chosen) {
  console.log('usage: npm run bench -- NAME [options]\n');
  for (const { name: each, summary } of measurements) console.log(`  ${each.padEnd(12)}${summary}`);
  process.exit(2);
}
const { figures, passed } = await chosen.run(args);
console.log(`${chosen.name}: ${Object.entries(figures).flat().join(' ')}`);
process.exit(passed ? 0 : 1);
