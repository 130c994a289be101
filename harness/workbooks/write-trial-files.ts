import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trialCsv, trialRows, trialWorkbook } from './trial-file.ts';

// Writes the trial file as .csv and .xlsx: FOLDER.
const [folder = '.'] = process.argv.slice(2);
const rows = trialRows(() => null);
writeFileSync(join(folder, 'fleet.csv'), trialCsv(rows));
writeFileSync(join(folder, 'fleet.xlsx'), trialWorkbook(rows));
