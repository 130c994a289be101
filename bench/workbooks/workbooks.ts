import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../harness/folder.ts';
import { start } from '../../harness/processes.ts';
import { type Measurement, printTable } from '../measurement.ts';
import type { Use } from './report-use.ts';
import { writeSharedWorkbook } from './shared-workbook.ts';

const here = dirname(fileURLToPath(import.meta.url));
const rows = 1_000_000;
const barMegabytes = 400;
const timeoutMs = 600_000;

/** In a process of its own, whose memory is measured. */
async function run(program: string, ...args: string[]): Promise<Use> {
  const child = start(process.execPath, [join(here, program), ...args]);
  return JSON.parse(await child.waitForLine((text) => text.startsWith('{'), timeoutMs)) as Use;
}

export const workbooks: Measurement = {
  name: 'workbooks',
  summary: 'Memory and time to write and read a workbook with 1,000,000 rows of 12 columns, cell by cell',
  async run() {
    const folder = await makeFolder('bench');
    try {
      const [ours, shared] = [join(folder.path, 'ours.xlsx'), join(folder.path, 'shared.xlsx')];
      const uses: [string, string, Use][] = [['write', ours, await run('write.ts', ours, String(rows))]];
      uses.push(['read, inline texts', ours, await run('read.ts', ours)]);
      await writeSharedWorkbook(shared, rows);
      uses.push(['read, shared texts', shared, await run('read.ts', shared)]);
      printTable(
        ['', 'file MB', 'seconds', 'CPU seconds', 'memory MB'],
        uses.map(([name, path, { seconds, cpuSeconds, megabytes }]) => [
          name,
          Math.round(statSync(path).size / 1024 ** 2),
          ...[seconds.toFixed(1), cpuSeconds.toFixed(1), Math.round(megabytes)],
        ]),
      );
      const most = Math.round(Math.max(...uses.map(([, , { megabytes }]) => megabytes)));
      const isComplete = uses.every(([, , use]) => use.rows === rows);
      return { figures: { megabytes: most, bar: barMegabytes }, passed: isComplete && most <= barMegabytes };
    } finally {
      await folder.remove();
    }
  },
};
