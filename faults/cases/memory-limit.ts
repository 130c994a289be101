import { memoryOf } from '../../harness/memory.ts';
import type { Server } from '../../harness/processes.ts';
import { noQuotas } from '../../harness/processes.ts';
import { type Fault, seconds } from '../fault.ts';
import { assertExtraCalls, assertRunning, beginRun, waitUntilComplete } from './bulk-fixture.ts';

const heapMegabytes = 200;

export const memoryLimited: Fault = {
  number: 95,
  slow: true,
  title: `bulk run: processes with a heap of ${heapMegabytes} MB`,
  async run(context) {
    const scene = await beginRun(context, {
      rows: 40_000,
      fullRows: 1_000_000,
      env: { ...noQuotas, DISK_FLOOR_MB: '0', NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` },
    });
    const took = await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    const servers = [...scene.apis, ...scene.workers] as Server[];
    assertRunning(scene);
    const peaks = await Promise.all(servers.map((server) => memoryOf(server, 'VmHWM')));
    const [api = 0, ...workers] = peaks.map(Math.round);
    return `${scene.fleet.rows} rows, each with one result, complete ${seconds(took)} after the upload; peak memory ${api} MB of the api, ${workers.join(' and ')} MB of the workers; 0 extra calls`;
  },
};
