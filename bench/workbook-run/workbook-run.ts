import { createReadStream, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRun, readRun, saveFile, sendFile } from '../../harness/bulk-run.ts';
import { memoryOf } from '../../harness/memory.ts';
import { loopDelayMs } from '../../harness/metrics.ts';
import { root, start, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { startSystem } from '../bulk/system.ts';
import { type Measurement, printTable } from '../measurement.ts';
import type { Use } from '../workbooks/report-use.ts';
import { writeSharedWorkbook } from '../workbooks/shared-workbook.ts';

const reader = join(dirname(dirname(fileURLToPath(import.meta.url))), 'workbooks/read.ts');
const barMegabytes = 300;
const timeoutMs = 60 * 60_000;

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = Date.now();
  await work();
  return ((Date.now() - startedAt) / 1000).toFixed(1);
}

export const workbookRun: Measurement = {
  name: 'workbook-run',
  summary:
    'Memory of the api for a workbook of 1,000,000 rows (--rows) that is uploaded, stored and downloaded',
  async run(args) {
    const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '1000000' } } });
    const rows = Number(values.rows);
    const system = await startSystem(root);
    try {
      const { api, folder } = system;
      const [sent, received] = [join(folder, 'sent.xlsx'), join(folder, 'received.xlsx')];
      await writeSharedWorkbook(sent, rows);
      const client = await createTestClient(api.url);
      await loopDelayMs(api);
      const idle = await memoryOf(api, 'VmRSS');
      const runId = await createRun(client);
      const upload = await timed(() => sendFile(client, runId, createReadStream(sent)));
      const uploadPeak = await memoryOf(api, 'VmHWM');
      const isOver = async () => !['loading', 'processing'].includes((await readRun(client, runId)).status);
      const lookUp = await timed(() => waitUntil('the run to end', isOver, timeoutMs));
      const download = await timed(() => saveFile(client, runId, received, '?format=xlsx'));
      const peak = await memoryOf(api, 'VmHWM');
      const delay = await loopDelayMs(api);
      const megabytes = (path: string) => Math.round(statSync(path).size / 1024 ** 2);
      printTable(
        [
          'sent MB',
          'received MB',
          'upload s',
          'look up s',
          'download s',
          'idle MB',
          'upload MB',
          'peak MB',
          'loop p99 ms',
        ],
        [
          [
            ...[megabytes(sent), megabytes(received), upload, lookUp, download],
            ...[Math.round(idle), Math.round(uploadPeak), Math.round(peak), delay.toFixed(1)],
          ],
        ],
      );
      // Every cell that was sent is in the workbook that came back.
      const check = start(process.execPath, [reader, received]);
      const use = JSON.parse(await check.waitForLine((text) => text.startsWith('{'), timeoutMs)) as Use;
      const above = Math.round(peak - idle);
      return {
        figures: { rows: use.rows, above_idle_mb: above, bar: barMegabytes },
        passed: use.rows === rows && above <= barMegabytes,
      };
    } finally {
      await system.stop();
    }
  },
};
