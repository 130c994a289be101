import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const serials = ['B000003', 'B000004', 'B000005'];
const csv = `Serial,Maker\n${serials.map((serial) => `${serial},Dell`).join('\n')}\n`;

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '1000', BULK_STORED_RUNS: '1000' });
const user = await scene.startBulkUser();
// From here on, the answers are cached.
expect(await user.run(csv)).toMatchObject({ status: 'completed', counts: { found: 3 } });

/** As if the vendor had given another answer since. */
async function changeRecord(index: number, description: string): Promise<void> {
  const changed = await scene.query(
    `update warranty_records
        set answer = jsonb_set(answer::jsonb, '{device,systemDescription}', to_jsonb($2::text))::json, checked_at = now()
      where serial = $1 returning serial`,
    [serials[index], description],
  );
  expect(changed).toHaveLength(1);
}

/** The description of each serial in the file of a run. */
async function descriptionsIn(runId: string): Promise<string[]> {
  const [header = '', ...rows] = (await user.file(runId)).trimEnd().split(/\r?\n/);
  const column = header.split(',').indexOf('System Description');
  return rows.map((row) => row.split(',')[column] ?? '');
}

interface KnownRun {
  id: string;
  said: string[];
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), serial: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('run' as const) }),
  fc.record({ kind: fc.constant('change during a run' as const), serial: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('download' as const), run: fc.nat() }),
);

it('a record that changes between a run and its download leaves the file as it was when the run looked it up', {
  timeout: 120_000,
}, async () => {
  let version = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const said: string[] = [];
      const runs: KnownRun[] = [];
      const change = async (index: number) => {
        version += 1;
        said[index] = `version ${version}`;
        await changeRecord(index, said[index]);
      };
      for (const index of serials.keys()) await change(index);

      for (const next of steps) {
        if (next.kind === 'change') await change(next.serial);
        if (next.kind === 'run') runs.push({ id: (await user.run(csv)).id, said: [...said] });
        if (next.kind === 'change during a run') {
          const before = [...said];
          const [{ id }] = await Promise.all([user.run(csv), change(next.serial)]);
          const found = await descriptionsIn(id);
          for (const [index, text] of found.entries()) expect([before[index], said[index]]).toContain(text);
          runs.push({ id, said: found });
        }
        const run = next.kind === 'download' ? runs[next.run % runs.length] : undefined;
        if (run) expect(await descriptionsIn(run.id)).toEqual(run.said);
      }
      for (const run of runs) expect(await descriptionsIn(run.id)).toEqual(run.said);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
