import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAgentSecret, listDiscoveries } from '@warranty/contracts/agents';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { readSession } from '@warranty/contracts/session';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { checkFile } from '../../harness/bulk-check.ts';
import { createRun, saveFile, sendFile, waitForRun } from '../../harness/bulk-run.ts';
import { createFleet, type Fleet } from '../../harness/fleet.ts';
import { buildImage, imageBytes, missingForImages, startContainer } from '../../harness/image.ts';
import { labels } from '../../harness/images.ts';
import { nginxProgram, startNginx } from '../../harness/nginx.ts';
import { freePort } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';
import { keepAsking, stopUnfailed } from '../keep-asking.ts';
import { installWithVendor } from '../with-vendor.ts';

const image = 'localhost/it-warranty-lookup:fault';
const maxImageMegabytes = 360;
const startBarMs = 5000;
const callers = 8;

type Container = Awaited<ReturnType<typeof startContainer>>;

/** One of each kind of work, as a user would do it. */
async function useEverything(client: TestClient, fleet: Fleet, dir: string): Promise<void> {
  const { status } = await client.call(lookupWarranty, {
    body: { modelNumber: fleet.serial(0), manufacturer: 'Dell' },
  });
  assert(status !== 'unknown', 'the lookup has no result');

  const photo = `data:image/jpeg;base64,${labels.dell.file().toString('base64')}`;
  const { data } = await client.call(extractLabel, { body: { image: photo } });
  assert(data?.serialNumber === labels.dell.serialNumber, `read ${data?.serialNumber} from the photo`);

  const runId = await createRun(client);
  await sendFile(client, runId, fleet.chunks());
  await waitForRun(client, runId);
  const file = join(dir, 'result.csv');
  await saveFile(client, runId, file);
  const { errors } = await checkFile(file, fleet);
  assert(errors.length === 0, `the file of the run is wrong: ${errors[0]}`);

  const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'image' } });
  const response = await postScan(client.url, rawSecret, createScan([{ ip: '10.0.0.1', hostname: 'pc-1' }]));
  assert(response.ok, `the scan got ${response.status}`);
  const { sessions } = await client.call(listDiscoveries, { query: {} });
  assert(sessions.length === 1, `${sessions.length} scans are listed`);
}

/** Replaces each process in turn, while callers send reads and changes. */
async function replaceUnderLoad(context: FaultContext, apis: Container[], env: Record<string, string>) {
  const client = await createTestClient(env.PUBLIC_URL ?? '');
  const serial = { modelNumber: 'B000000', manufacturer: 'Dell' };
  const asking = Array.from({ length: callers }, (_, index) =>
    keepAsking(
      () => (index % 2 ? client.call(readSession) : client.call(lookupWarranty, { body: serial })),
      5,
    ),
  );
  for (const api of apis) {
    const code = await api.stop('SIGTERM');
    assert(code === 0, `the container exited with ${code}`);
    const next = await startContainer(image, 'api', { ...env, PORT: new URL(api.url).port });
    context.cleanup(next.remove);
  }
  return (await stopUnfailed(asking)).count;
}

export const containers: Fault = {
  number: 104,
  title:
    'the image, read-only and without capabilities: every kind of work, and both api replaced behind nginx',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const missing = [...missingForImages(), ...(existsSync(nginxProgram) ? [] : [nginxProgram])];
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    buildImage(image, await temporaryFolder(context));
    const megabytes = imageBytes(image) / 1e6;
    assert(megabytes < maxImageMegabytes, `the image has ${megabytes.toFixed(0)} MB`);

    const port = await freePort();
    const { env: base, dir } = await installWithVendor(context, {
      apis: 0,
      env: { PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: '127.0.0.1' },
    });
    // The folder is on this machine; the image has its own.
    const { DATA_DIR: _, ...env } = base;
    const containers: Container[] = [];
    for (const role of ['api', 'api', 'worker'] as const) {
      const container = await startContainer(image, role, env);
      context.cleanup(container.remove);
      containers.push(container);
    }
    const startMs = Math.max(...containers.map((container) => container.startMs));
    context.expectBar(startMs < startBarMs, `a container took ${seconds(startMs)} to start`);

    const apis = containers.slice(0, 2);
    const [first, second] = apis.map(({ url }) => Number(new URL(url).port)) as [number, number];
    const nginx = await startNginx(dir, port, [first, second]);
    context.cleanup(() => nginx.stop());
    const fleet = createFleet({ rows: 2000, dellOfTen: 9, repeatedOfTen: 1 });
    await useEverything(await createTestClient(env.PUBLIC_URL ?? ''), fleet, dir);
    const count = await replaceUnderLoad(context, apis, env);
    return `${megabytes.toFixed(0)} MB, ready after ${seconds(startMs)}; lookup, photo, bulk run and scan work; 0 of ${count} requests failed while both were replaced`;
  },
};
