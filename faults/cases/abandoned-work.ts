import { cancelBulkRun } from '@warranty/contracts/bulk-lookup';
import { readBulkResults } from '@warranty/contracts/bulk-results';
import { fillPath } from '@warranty/contracts/core/client';
import { createRun, sendFile } from '../../harness/bulk-run.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { type Attack, attackAll, installTarget, openTarget, repeat } from '../attack.ts';
import type { Fault, FaultContext } from '../fault.ts';
import { keepAsking } from '../keep-asking.ts';

const addressOf = (at: number) => `127.0.18.${(at % 6) + 1}`;

async function createRunOf(client: TestClient, count: number): Promise<string> {
  const runId = await createRun(client, { fieldMapping: { modelNumber: 'Serial' } });
  function* file() {
    yield 'Serial\n';
    for (let at = 0; at < count; at += 1) yield `U${at.toString(36)}\n`;
  }
  await sendFile(client, runId, file());
  await client.call(cancelBulkRun, { params: { runId } });
  return runId;
}

/** Searches that find nothing read all rows. They begin when the files are stored. */
const searches =
  (rows: number, begin: () => void): Attack =>
  async (raw, visitors) => {
    const owners = visitors.slice(0, 2);
    const paths = await Promise.all(
      owners.map(async (owner) => fillPath(readBulkResults.path, { runId: await createRunOf(owner, rows) })),
    );
    begin();
    return repeat(30, (at) => {
      const path = `${paths[at % paths.length]}?search=nothing${at}`;
      const socket = raw.open(addressOf(at)).resume();
      socket.write(raw.text({ method: 'GET', path }, owners[at % owners.length]), () => socket.destroy());
    });
  };

/** Pages, which need no session, on connections that do not wait for replies. */
const pipelines: Attack = async (raw) => {
  const pages = raw.text({ method: 'GET', path: '/' }).repeat(200);
  return repeat(20, (at) => {
    for (let more = 0; more < 10; more += 1) raw.open(addressOf(at)).resume().write(pages);
  });
};

/** The search of a legitimate user, next to those that are abandoned. */
async function searchBeside(context: FaultContext, url: string): Promise<string> {
  const client = await createTestClient(url);
  const runId = await createRunOf(client, 1000);
  const ask = () => client.call(readBulkResults, { params: { runId }, query: { search: 'nothing' } });
  const idle = keepAsking(ask, 50);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { p99: before } = await idle.stop();
  const during = Promise.withResolvers<ReturnType<typeof keepAsking>>();
  const told = await attackAll(context, await openTarget(url), {
    'aborted searches': searches(context.full ? 99_000 : 30_000, () => during.resolve(keepAsking(ask, 50))),
  });
  const { p99, failures } = await (await during.promise).stop();
  const bar = Math.max(200, 4 * before);
  const search = `search p99 ${p99.toFixed(0)} ms (bar ${bar.toFixed(0)})`;
  context.expectBar(failures.length === 0 && p99 <= bar, [search, ...failures.slice(0, 1)].join('; '));
  return `${told}, ${search}`;
}

export const abandonedWork: Fault = {
  number: 123,
  isolation: 'exclusive',
  title: 'searches of abandoned requests, and requests that do not wait for replies',
  async run(context) {
    const { url } = (await installTarget(context)).api;
    const searched = await searchBeside(context, url);
    return `${searched}; ${await attackAll(context, await openTarget(url), { pipelines })}`;
  },
};
